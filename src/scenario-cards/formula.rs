//! Numbers that depend on the number of characters and on the level: `8xC`, `L+2` (S3.3).

use std::fmt;

use super::cursor::{LineCursor, Parsed};

/// The numbers that the letters of a formula stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EquationValues {
    /// The number of characters, the letter C.
    pub characters: u8,
    /// The level of the scenario, the letter L.
    pub level: u8,
}

/// An operator between two formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// Addition.
    Plus,
    /// Subtraction.
    Minus,
    /// Multiplication.
    Times,
    /// Division, without rounding.
    Over,
}

impl Operator {
    const fn sign(self) -> char {
        match self {
            Self::Plus => '+',
            Self::Minus => '-',
            Self::Times => 'x',
            Self::Over => '/',
        }
    }

    const fn is_sum(self) -> bool {
        matches!(self, Self::Plus | Self::Minus)
    }
}

/// A function applied to a formula in brackets: `[C/2{math.ceil}]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Rounds up.
    Ceil,
    /// Rounds down.
    Floor,
    /// Returns the larger of the formula and this number.
    Max(u16),
    /// Returns the smaller of the formula and this number.
    Min(u16),
}

/// A number, or a formula with the number of characters and the level.
///
/// ```
/// use scenario_cards::{EquationValues, Formula};
///
/// let half: Formula = "[C/2{math.ceil}]".parse()?;
/// assert_eq!(half.evaluate(EquationValues { characters: 3, level: 1 }), Some(2));
/// assert_eq!(half.to_string(), "[C/2{math.ceil}]");
/// # Ok::<(), scenario_cards::CardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A number.
    Number(u16),
    /// C, the number of characters.
    Characters,
    /// L, the level.
    Level,
    /// Two formulas with an operator between them.
    Binary(Operator, Box<[Formula; 2]>),
    /// A function of a formula.
    Call(Function, Box<Formula>),
}

/// A fraction with a positive denominator.
#[derive(Clone, Copy)]
struct Fraction {
    over: i64,
    under: i64,
}

impl Fraction {
    const fn whole(number: i64) -> Self {
        Self { over: number, under: 1 }
    }

    fn combine(self, operator: Operator, other: Self) -> Option<Self> {
        let cross = self.over.checked_mul(other.under)?;
        let across = other.over.checked_mul(self.under)?;
        let under = self.under.checked_mul(other.under)?;
        let (over, under) = match operator {
            Operator::Plus => (cross.checked_add(across)?, under),
            Operator::Minus => (cross.checked_sub(across)?, under),
            Operator::Times => (self.over.checked_mul(other.over)?, under),
            Operator::Over => (cross, across),
        };
        match under {
            0 => None,
            under if under < 0 => {
                Some(Self { over: over.checked_neg()?, under: under.checked_neg()? })
            }
            under => Some(Self { over, under }),
        }
    }

    const fn rounded_down(self) -> i64 {
        self.over.div_euclid(self.under)
    }

    const fn is_whole(self) -> bool {
        self.over.rem_euclid(self.under) == 0
    }
}

impl Formula {
    /// The largest number in a formula.
    pub const MAX_NUMBER: u16 = 9999;
    /// The maximum number of numbers and letters in a formula.
    pub const MAX_OPERANDS: usize = 16;

    /// Returns the value for a table; `None` if it is no whole number from 0 to 65,535.
    pub fn evaluate(&self, values: EquationValues) -> Option<u16> {
        let value = self.fraction(values)?;
        u16::try_from(value.rounded_down()).ok().filter(|_| value.is_whole())
    }

    /// Returns `true` if its value depends on the characters or the level (S3.3).
    pub fn is_scaled(&self) -> bool {
        match self {
            Self::Number(_) => false,
            Self::Characters | Self::Level => true,
            Self::Binary(_, sides) => sides.iter().any(Self::is_scaled),
            Self::Call(_, of) => of.is_scaled(),
        }
    }

    fn fraction(&self, values: EquationValues) -> Option<Fraction> {
        Some(match self {
            Self::Number(number) => Fraction::whole(i64::from(*number)),
            Self::Characters => Fraction::whole(i64::from(values.characters)),
            Self::Level => Fraction::whole(i64::from(values.level)),
            Self::Binary(operator, sides) => {
                let [left, right] = &**sides;
                left.fraction(values)?.combine(*operator, right.fraction(values)?)?
            }
            Self::Call(function, of) => {
                let value = of.fraction(values)?;
                let down = value.rounded_down();
                let up = if value.is_whole() { down } else { down + 1 };
                match *function {
                    Function::Ceil => Fraction::whole(up),
                    Function::Floor => Fraction::whole(down),
                    Function::Max(least) if down < i64::from(least) => {
                        Fraction::whole(i64::from(least))
                    }
                    Function::Min(most) if up > i64::from(most) => Fraction::whole(i64::from(most)),
                    Function::Max(_) | Function::Min(_) => value,
                }
            }
        })
    }

    /// Writes the formula as an operand, in parentheses if it would be torn apart otherwise.
    fn write_operand(
        &self,
        f: &mut fmt::Formatter<'_>,
        of: Operator,
        is_right: bool,
    ) -> fmt::Result {
        let is_torn = match self {
            Self::Binary(own, _) => {
                own.is_sum() && !of.is_sum() || is_right && own.is_sum() == of.is_sum()
            }
            _ => false,
        };
        if is_torn { write!(f, "({self})") } else { write!(f, "{self}") }
    }
}

impl From<u16> for Formula {
    fn from(number: u16) -> Self {
        Self::Number(number)
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ceil => f.write_str("math.ceil"),
            Self::Floor => f.write_str("math.floor"),
            Self::Max(least) => write!(f, "math.max:{least}"),
            Self::Min(most) => write!(f, "math.min:{most}"),
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Characters => f.write_str("C"),
            Self::Level => f.write_str("L"),
            Self::Binary(operator, sides) => {
                let [left, right] = &**sides;
                left.write_operand(f, *operator, false)?;
                write!(f, "{}", operator.sign())?;
                right.write_operand(f, *operator, true)
            }
            Self::Call(function, of) => write!(f, "[{of}{{{function}}}]"),
        }
    }
}

impl std::str::FromStr for Formula {
    type Err = super::CardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut cursor = LineCursor::new(text);
        let formula = cursor.formula().and_then(|formula| cursor.end().map(|()| formula));
        formula.map_err(|misread| misread.within(text, 1, "8xC"))
    }
}

/// The maximum depth of brackets.
const MAX_DEPTH: usize = 6;

/// The reader of one formula, which counts its operands.
struct FormulaReader<'c, 'a> {
    cursor: &'c mut LineCursor<'a>,
    operands: usize,
}

impl LineCursor<'_> {
    /// Parses a number or a formula.
    pub(crate) fn formula(&mut self) -> Parsed<Formula> {
        self.skip();
        FormulaReader { cursor: self, operands: 0 }.sum(0)
    }
}

impl FormulaReader<'_, '_> {
    fn sum(&mut self, depth: usize) -> Parsed<Formula> {
        let mut left = self.product(depth)?;
        while let Some(operator) = self.operator(true) {
            let right = self.product(depth)?;
            left = Formula::Binary(operator, Box::new([left, right]));
        }
        Ok(left)
    }

    fn product(&mut self, depth: usize) -> Parsed<Formula> {
        let mut left = self.operand(depth)?;
        while let Some(operator) = self.operator(false) {
            let right = self.operand(depth)?;
            left = Formula::Binary(operator, Box::new([left, right]));
        }
        Ok(left)
    }

    /// Takes an operator of the kind, if an operand follows it. Spaces are allowed only on both
    /// sides of it, so that `attack 3 -1` is not a difference.
    fn operator(&mut self, is_sum: bool) -> Option<Operator> {
        let mut ahead = *self.cursor;
        ahead.skip();
        let is_spaced = ahead.at != self.cursor.at;
        let operator = match ahead.rest().chars().next()? {
            '+' => Operator::Plus,
            '-' => Operator::Minus,
            'x' | 'X' | '*' => Operator::Times,
            '/' => Operator::Over,
            _ => return None,
        };
        ahead.at += 1;
        let before = ahead.at;
        ahead.skip();
        let is_followed =
            ahead.rest().starts_with(|c: char| c.is_ascii_digit() || "CcLl([".contains(c));
        if operator.is_sum() != is_sum || is_spaced != (before != ahead.at) || !is_followed {
            return None;
        }
        *self.cursor = ahead;
        Some(operator)
    }

    fn operand(&mut self, depth: usize) -> Parsed<Formula> {
        self.operands += 1;
        if depth > MAX_DEPTH || self.operands > Formula::MAX_OPERANDS {
            return Err(self.cursor.expected("a shorter formula"));
        }
        if self.cursor.takes('(') {
            let inner = self.sum(depth + 1)?;
            self.cursor.sign(')')?;
            return Ok(inner);
        }
        if self.cursor.takes('[') {
            let inner = self.sum(depth + 1)?;
            self.cursor.sign('{')?;
            let function = self.function()?;
            self.cursor.sign('}')?;
            self.cursor.sign(']')?;
            return Ok(Formula::Call(function, Box::new(inner)));
        }
        if let Some(letter) = self.letter() {
            return Ok(letter);
        }
        let number =
            self.cursor.number(0, Formula::MAX_NUMBER, "a number or a formula such as 8xC");
        number.map(Formula::Number)
    }

    /// Takes the letter C or L, unless it begins a word.
    fn letter(&mut self) -> Option<Formula> {
        let mut chars = self.cursor.rest().chars();
        let letter = match chars.next()? {
            'C' | 'c' => Formula::Characters,
            'L' | 'l' => Formula::Level,
            _ => return None,
        };
        let behind = chars.as_str();
        let is_product = behind.starts_with(['x', 'X'])
            && behind[1..].starts_with(|c: char| c.is_ascii_digit() || "CcLl([".contains(c));
        if behind.starts_with(char::is_alphanumeric) && !is_product {
            return None;
        }
        self.cursor.at += 1;
        Some(letter)
    }

    fn function(&mut self) -> Parsed<Function> {
        let start = *self.cursor;
        self.cursor.takes('$');
        match self.cursor.word() {
            "math.ceil" => Ok(Function::Ceil),
            "math.floor" => Ok(Function::Floor),
            "math.max" => self.bound().map(Function::Max),
            "math.min" => self.bound().map(Function::Min),
            _ => Err(start.expected("math.ceil, math.floor, math.max:1 or math.min:1")),
        }
    }

    fn bound(&mut self) -> Parsed<u16> {
        self.cursor.sign(':')?;
        self.cursor.number(0, Formula::MAX_NUMBER, "a number")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, characters: u8, level: u8, value: Option<u16>) {
        let formula: Formula = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(formula.evaluate(EquationValues { characters, level }), value, "{text}");
        let printed = formula.to_string();
        assert_eq!(printed.parse::<Formula>().ok(), Some(formula), "{text}, {printed}");
    }

    #[test]
    fn formula_is_evaluated_for_the_characters_and_the_level() {
        check("7", 2, 0, Some(7));
        check("8xC", 3, 0, Some(24));
        check("C+1", 4, 0, Some(5));
        check("L+2", 4, 7, Some(9));
        check("Cx(L+2)", 3, 2, Some(12));
        check("10-(3-1)", 2, 0, Some(8));
        check("12/(C/2)", 4, 0, Some(6));
        check("2 + 3 x C", 2, 0, Some(8));
        check("[C/2{math.ceil}]", 3, 0, Some(2));
        check("[C/2{$math.floor}]", 3, 0, Some(1));
        check("[C-2{math.max:1}]", 2, 0, Some(1));
        check("[Lx2{math.min:5}]", 2, 4, Some(5));
    }

    #[test]
    fn fraction_negative_number_or_division_by_zero_has_no_value() {
        check("C/2", 3, 0, None);
        check("C/2", 4, 0, Some(2));
        check("L-1", 2, 0, None);
        check("C/L", 2, 0, None);
        check("9999x9999", 2, 0, None);
    }

    #[test]
    fn text_that_is_no_formula_is_refused_with_its_place() {
        for (text, column) in
            [("", 1), ("8x", 2), ("[C/2]", 5), ("(C", 3), ("10000", 1), ("CC", 1), ("1 2", 3)]
        {
            let error = text.parse::<Formula>().expect_err(text);
            assert_eq!(error.column, column, "{text}: {error}");
        }
        assert!("1+".repeat(40).parse::<Formula>().is_err());
        assert!("(".repeat(400).parse::<Formula>().is_err());
    }
}
