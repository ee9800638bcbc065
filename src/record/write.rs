//! A record as SGF.

use super::{Edit, GivingUp, Move, Node, NodeId, Property, Record, Step};
use crate::board::{Cell, CellSet, Color, Size};
use std::fmt::Write;

/// A text as the value of a property.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// What is to be written next.
enum Piece {
    /// A node and what is under it.
    Branch(NodeId),
    /// The end of a branch.
    End,
}

/// The whole tree, in one line.
pub(super) fn write(record: &Record) -> String {
    let size = record.size();
    let mut text = String::from("(;FF[4]GM[11]CA[UTF-8]AP[HexCoven:");
    text += env!("CARGO_PKG_VERSION");
    let _ = if size.is_square() {
        write!(text, "]SZ[{}]", size.columns())
    } else {
        write!(text, "]SZ[{}:{}]", size.columns(), size.rows())
    };
    // The properties of the game go before its stones.
    let root = record.node(record.root());
    root.properties.iter().for_each(|property| write_property(&mut text, property));
    write_steps(&mut text, size, &root.steps);
    let mut left = vec![Piece::End];
    push_children(&mut text, &mut left, record.children(record.root()));
    while let Some(piece) = left.pop() {
        match piece {
            Piece::Branch(id) => {
                write_node(&mut text, size, record.node(id));
                push_children(&mut text, &mut left, record.children(id));
            }
            Piece::End => {
                text.push(')');
                if let Some(Piece::Branch(_)) = left.last() {
                    text.push('(');
                }
            }
        }
    }
    text
}

/// Writes what comes before the first child, and puts the children in their order.
fn push_children(text: &mut String, left: &mut Vec<Piece>, children: &[NodeId]) {
    if let [child] = *children {
        left.push(Piece::Branch(child));
        return;
    }
    for child in children.iter().rev() {
        left.push(Piece::End);
        left.push(Piece::Branch(*child));
    }
    if !children.is_empty() {
        text.push('(');
    }
}

fn write_node(text: &mut String, size: Size, node: &Node) {
    text.push(';');
    write_steps(text, size, &node.steps);
    node.properties.iter().for_each(|property| write_property(text, property));
}

fn write_property(text: &mut String, property: &Property) {
    text.push_str(&property.name);
    for value in &property.values {
        let _ = write!(text, "[{value}]");
    }
}

fn write_steps(text: &mut String, size: Size, steps: &[Step]) {
    for step in steps {
        let _ = match step {
            Step::Edit(edit) => {
                write_edit(text, size, edit);
                Ok(())
            }
            Step::Move(color, mv) => write!(text, "{}[{}]", color.letter(), mv.name(size)),
            Step::GiveUp(color, GivingUp::Resign) => write!(text, "{}[resign]", color.letter()),
            Step::GiveUp(color, GivingUp::Forfeit) => write!(text, "{}[forfeit]", color.letter()),
            Step::Turn(color) => write!(text, "PL[{}]", color.letter()),
        };
    }
}

fn write_edit(text: &mut String, size: Size, edit: &Edit) {
    for color in Color::BOTH {
        let stones = edit.stones.iter().filter(|(owner, _)| *owner == color);
        let cells: Vec<Cell> = stones.map(|(_, cell)| *cell).collect();
        write_points(text, if color == Color::Black { "AB" } else { "AW" }, size, &cells);
    }
    let placed: CellSet = edit.stones.iter().map(|(_, cell)| *cell).collect();
    let cleared: Vec<Cell> =
        edit.cleared.iter().copied().filter(|cell| !placed.contains(*cell)).collect();
    write_points(text, "AE", size, &cleared);
}

fn write_points(text: &mut String, property: &str, size: Size, cells: &[Cell]) {
    if !cells.is_empty() {
        text.push_str(property);
        for cell in cells {
            let _ = write!(text, "[{}]", Move::Place(*cell).name(size));
        }
    }
}
