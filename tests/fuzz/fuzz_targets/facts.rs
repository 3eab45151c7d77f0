#![no_main]

#[path = "../targets.rs"]
#[expect(dead_code, reason = "each target uses one of them")]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::facts(data));
