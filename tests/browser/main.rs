//! The players' phones in headless browsers, beside the app in a real window on a virtual display.
//!
//! `.ci/phones` runs it as `phone-browsers APP HOME PICTURES [PART…]`: the program, an empty folder
//! for its data, a folder for pictures of the pages, and the parts to play if not all: `evening`,
//! `game`, `scenario`, `measures`. Each part is a module, and every failed check says what was
//! expected and what the page said.

mod ballot;
#[expect(dead_code, reason = "the tests of the server use all of it")]
#[path = "../phones/client.rs"]
mod client;
mod evening;
mod laptop;
mod layout;
mod measures;
mod moves;
mod phone;
mod scenario;
mod webdriver;
mod whole_game;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};

use laptop::Laptop;
use webdriver::Driver;

fn main() -> ExitCode {
    match play() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Plays the named parts, or all.
fn play() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let mut next = || arguments.next().context("usage: phone-browsers APP HOME PICTURES [PART…]");
    let (app, home, pictures) = (next()?.canonicalize()?, next()?, next()?);
    let named: Vec<PathBuf> = arguments.collect();
    let is_wanted =
        |part: &str| named.is_empty() || named.iter().any(|name| name == Path::new(part));
    std::fs::create_dir_all(&pictures)?;
    let start = Instant::now();
    let driver = Driver::start()?;
    let mut laptop = Laptop::new(&app, &home)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let played: Result<()> = runtime.block_on(async {
        if is_wanted("evening") {
            println!("-- four phones at one table");
            evening::run(&driver, &mut laptop, &home, &pictures).await?;
        }
        if is_wanted("game") {
            println!("-- a whole game for three, two of them with a phone");
            whole_game::run(&driver, &mut laptop).await?;
        }
        if is_wanted("scenario") {
            println!("-- two rounds of a scenario");
            scenario::run(&driver, &mut laptop, &home, &pictures).await?;
        }
        if is_wanted("measures") {
            println!("-- measures");
            measures::run(&mut laptop, &home)?;
        }
        Ok(())
    });
    if played.is_err() {
        laptop::save_display(&pictures.join("failed.png"));
    }
    played?;
    println!("the phones did everything in {} s", start.elapsed().as_secs());
    Ok(())
}
