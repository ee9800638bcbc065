//! player
mod hex_game;
pub use hex_game::HexGame;
