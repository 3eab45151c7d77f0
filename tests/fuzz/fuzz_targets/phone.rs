#![no_main]

#[path = "../phone_target.rs"]
mod phone_target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| phone_target::phone(data));
