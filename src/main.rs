//! tmp
use hexcoven::board::*;
use hexcoven::params::*;
use hexcoven::player::*;
use hexcoven::search::*;
fn main() {
    let n: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let e: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let size = Size::new(n, n).unwrap();
    let mut p = SearchParams::default();
    for a in std::env::args().skip(3) {
        let (k, v) = a.split_once('=').unwrap();
        p.set(k, v).unwrap();
    }
    let mut s = Search::new(p);
    let mut g = HexGame::new(
        Position { board: Board::new(size), to_play: Color::Black },
        CircuitParams::default(),
    );
    let r = s.run(&mut g, &Limits::expansions(e), &mut |_| ());
    println!(
        "{:?} {} exp {:?} {} /s value {}",
        r.outcome,
        r.expansions,
        r.time,
        r.expansions as f64 / r.time.as_secs_f64(),
        r.value
    );
    for m in r.moves.iter().take(8) {
        println!("{} {:?}", size.name(m.mv), m);
    }
    println!("{}", r.line.iter().map(|c| size.name(*c)).collect::<Vec<_>>().join(" "));
}
