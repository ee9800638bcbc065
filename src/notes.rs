//! What was measured, tuned, trained and tried: pages to read, no code.
//!
//! The sources say how things are, with one reason beside a constant. How they came to be so stands here, for
//! whoever wants to change them: a figure needs its machine and its day, and what failed once need not
//! be tried again in the same way.
//!
//! | page | what it tells |
//! |---|---|
//! | [`parameters`] | every parameter, its default, its range and its meaning |
//! | [`strength`] | matches: against other programs, against earlier selves, knock-outs, levels |
//! | [`speed`] | how fast what is, beside MoHex where it does the same |
//! | [`networks`] | a card for each network that ships, and how it learned |
//! | [`conspiracy`] | what conspiracy numbers tell of a position, and how well they foretell the winner |
//! | [`solver`] | how the solver was tuned, and what it solves in what time |
//! | [`json`] | the fields of the lines of JSON that `review`, `match` and `solve` write |
//! | [`certificates`] | the text of proofs that others can check, why it holds, and how large proofs are |
//! | [`campaigns`] | long runs to find faults, and what came of them |
//! | [`failed`] | what was tried and not kept, with the figure that decided it |
//! | [`changelog`] | what came when |
//!
//! # How to read the figures
//!
//! * **Games.** `57 of 96` are games won of games played. Intervals are Wilson's, of 95 %. Unless a row says
//!   otherwise: 11x11, one thread, 24 to 48 of the 48 two-stone openings that `KataHex` calls 38 to 62 %
//!   (`balanced-11`), each with both colours, games ended when the solver proves them, no faults.
//! * **At equal expansions or in equal time.** A row of *expansions a move* says nothing of what an expansion
//!   costs; a row of *seconds a move* does.
//! * **MoHex** is Benzene's MoHex 2.0 (branch v2019), one thread, its own settings but the time. Its
//!   regression set of connections is `vc.tst`.
//! * **Machines.** All were virtual ones of two cores, but where a GPU was lent, and differed by a quarter from
//!   day to day. So compare figures of the same minutes alone.
//!
//! | in the tables | processor | when |
//! |---|---|---|
//! | EPYC | an AMD EPYC; its generation was not written down | 2026-11-21, to the morning |
//! | ? | was not written down | 2026-11-21, evening, to 22; 2026-11-24, 7 to 13 h; 2026-11-25, 3 h; 2026-11-26, 6 to 13 h |
//! | AMX | a processor with AMX, so an Intel Xeon | 2026-11-22, night |
//! | EPYC 2 | an AMD EPYC without AMX | 2026-11-23, before dawn |
//! | Xeon 167 | an Intel Xeon, model 167, AVX-512 | 2026-11-23, morning |
//! | EPYC 3 | an AMD EPYC, AVX-512 | 2026-11-23, afternoon |
//! | Zen 4 | an AMD EPYC of Zen 4, AVX-512 | 2026-11-23 and 24, evening; 2026-11-25, afternoon, to 26, 5 h; 2026-11-27 to 30 |
//! | 16 cores | those of the machine with the H200 | 2026-11-26, 5 h |
//! | Zen 3 | an AMD EPYC of Zen 3 at 2.45 GHz, AVX2 | 2026-11-30, from 7 h on, and 12-01 |
//! | slow | slower than those before, without AVX-512 | 2026-11-25, morning |
//! | Zen 5 | an AMD EPYC of Zen 5, AVX-512 | 2026-11-26, from the afternoon, to 27 |
//! | Cascade Lake | an Intel Xeon at 2.5 GHz | 2026-11-27 |
//!
//! Twice a GPU was lent, for 15 minutes each: an NVIDIA H200 and an H100, both on 2026-11-26.
//!
//! # Old names
//!
//! The pages use the names of today. Commits, and files made by earlier versions, have others:
//!
//! | then | now |
//! |---|---|
//! | `network.bin`, `small.bin` in `src/policy` | `large.safetensors`, `small.safetensors` in `src/evaluation` |
//! | `preset`, `policy_weight`, `r_promise` | `profile`, `prior_weight`, `r_margin` |
//! | `edge_links`, `captured_pairs` and `capturing_carrier` | `strong_edges` |
//! | promise, insight, essence, hindsight | prior or log-odds, features, residual key, post-order visit |
//! | `hexcoven train` | `hexcoven samples`, and `src/training/learn.py` |
//! | the folder `jobs.knowledge` | `jobs.jsonl.knowledge` |
//! | `siblings`, `proofs`, `spread` in `src/search` | `move_errors`, `shared_proofs`, `root_candidates` |
//! | `forced`, `as_played`, `some_moves` in `src/player` | `fewest_stones`, `known_move`, `restricted_search` |
//! | `played`, `fixtures`, `standing`, `chances`, `pool` in `src/contest` | `game_result`, `schedule`, `match_result`, `reported_chance`, `parallel` |
//! | `products`, `pool`, `instructions` in `src/nn` | `quantization`, `global_pooling`, `simd` |
//! | `imagined`, `detour` in `src/certificate` | `inferior_rules`, `dead_cell` |
//! | `told`, `turns` in `src/web`; `words`; `solver/verify`; `record/raw`; `board/stones`; `connections/links` | `report`, `scheduler`; `messages`; `solver/play_out`; `record/sgf_parser`; `board/position`; `connections/circuit_links` |
//! | lesson, told, surprise, pace, warmth | sample, label, loss, learning rate, temperature |

pub mod parameters {
    #![doc = include_str!("notes/parameters.md")]
}
pub mod strength {
    #![doc = include_str!("notes/strength.md")]
}
pub mod speed {
    #![doc = include_str!("notes/speed.md")]
}
pub mod networks {
    #![doc = include_str!("notes/networks.md")]
}
pub mod conspiracy {
    #![doc = include_str!("notes/conspiracy.md")]
}
pub mod solver {
    #![doc = include_str!("notes/solver.md")]
}
pub mod json {
    #![doc = include_str!("notes/json.md")]
}
pub mod certificates {
    #![doc = include_str!("notes/certificates.md")]
}
pub mod campaigns {
    #![doc = include_str!("notes/campaigns.md")]
}
pub mod failed {
    #![doc = include_str!("notes/failed.md")]
}
pub mod changelog {
    #![doc = include_str!("notes/changelog.md")]
}
