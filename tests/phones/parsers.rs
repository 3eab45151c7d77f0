//! A short, seeded run of the fuzz target of requests.

#[path = "../fuzz/damage.rs"]
mod damage;
#[path = "../fuzz/phone_target.rs"]
mod phone_target;

#[test]
fn damaged_requests_of_phones_are_refused_or_print_back() {
    let head = "POST /ballot HTTP/1.1\r\nHost: 192.168.0.7:4710\r\n\
                Origin: http://192.168.0.7:4710\r\n\
                Authorization: Seat 000102030405060708090a0b0c0d0e0f\r\n\
                Content-Length: 41\r\n\r\n";
    let samples = [
        head,
        &head.replace("ballot", "initiative"),
        "vote=57&tile=circle&fleeting=3&lasting=0&step=9",
        "vote=0&tile=triangle&fleeting=10&lasting=2",
        "round=3&first=45&second=12&kind=cards",
        "vote=057&tile=circle&fleeting=+3&lasting=-0",
        "entry=57&q=trade+%C3%A4%20stall&move=3&step=9",
        "192.168.0.7:4710\nhttp://192.168.0.7:4710",
        "192.168.0.7:4710",
        "Seat 000102030405060708090a0b0c0d0e0f",
    ];
    damage::try_damaged(phone_target::phone, &samples.map(|sample| sample.as_bytes().to_vec()));
}
