//! HexCoven
pub mod analysis;
pub mod board;
pub mod circuit;
pub mod params;
pub mod player;
pub mod search;
