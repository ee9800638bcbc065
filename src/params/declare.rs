//! The declaration of parameters: types of values, and groups.

use std::fmt::Display;

/// A parameter as text, for people and dialogs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The name.
    pub name: &'static str,
    /// Its meaning.
    pub doc: &'static str,
    /// The type in the form of HexGui's dialogs: `bool`, `string` or `list/a/b`.
    pub kind: String,
    /// The current value.
    pub value: String,
    /// The allowed values.
    pub range: String,
}

/// Why a parameter was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    /// No parameter has this name.
    #[error("no parameter is named `{0}`")]
    Unknown(String),
    /// The value has the wrong type or is out of range.
    #[error("`{value}` is not a value of {name}: allowed is {range}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// The refused text.
        value: String,
        /// The allowed values.
        range: String,
    },
    /// The parameter has no effect.
    #[error("`{name}` has no effect here: {reason}")]
    Unused {
        /// The parameter.
        name: String,
        /// Why it has no effect.
        reason: &'static str,
    },
    /// The parameter is no number, or is 0 now: a share of 0 is nothing.
    #[error(
        "`{name}` cannot be tuned: only numbers above 0 can; it is {value}, and allowed is {range}"
    )]
    Untunable {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: String,
        /// The allowed values.
        range: String,
    },
    /// The text is not of the form `name=value`.
    #[error("`{0}` is not of the form name=value")]
    Form(String),
}

/// A type of parameter values.
pub(super) trait Value: Sized + Copy + Display {
    /// The allowed values: a range, or [`Any`] of the type.
    type Allowed;
    /// The type for HexGui's dialogs ([`Row::kind`]).
    fn kind() -> String;
    /// The allowed values in words.
    fn describe(allowed: &Self::Allowed) -> String;
    /// Reads an allowed value; none for other text.
    fn read(text: &str, allowed: &Self::Allowed) -> Option<Self>;
}

/// A group of parameters.
pub(super) trait Group {
    /// Whether the group has a parameter of this name.
    fn has(&self, name: &str) -> bool;
    /// Sets a parameter from text. On an error nothing has changed.
    fn set(&mut self, name: &str, text: &str) -> Result<(), ParamError>;
}

macro_rules! number_value {
    ($($number:ty)*) => {$(
        impl Value for $number {
            type Allowed = std::ops::RangeInclusive<$number>;

            fn kind() -> String {
                "string".to_owned()
            }

            fn describe(allowed: &Self::Allowed) -> String {
                format!("{} to {}", allowed.start(), allowed.end())
            }

            fn read(text: &str, allowed: &Self::Allowed) -> Option<Self> {
                text.parse().ok().filter(|number| allowed.contains(number))
            }
        }
    )*};
}

number_value!(u32 u64 i32 f64);

/// All values of a type are allowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Any;

impl Value for bool {
    type Allowed = Any;

    fn kind() -> String {
        "bool".to_owned()
    }

    fn describe(_: &Any) -> String {
        "0 or 1".to_owned()
    }

    fn read(text: &str, _: &Any) -> Option<Self> {
        match text {
            "0" | "false" => Some(false),
            "1" | "true" => Some(true),
            _ => None,
        }
    }
}

/// A value as text. A switch is `0` or `1`, as the dialogs of the clients write it.
pub(super) fn shown(value: &impl Value) -> String {
    match value.to_string().as_str() {
        "true" => "1".to_owned(),
        "false" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// Declares a type whose values are words.
macro_rules! words {
    ($(#[doc = $doc:literal])* $name:ident { $($(#[doc = $word_doc:literal])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $word_doc])* $variant),* }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self { $(Self::$variant => $word),* })
            }
        }

        impl Value for $name {
            type Allowed = Any;

            fn kind() -> String {
                concat!("list", $("/", $word),*).to_owned()
            }

            fn describe(_: &Any) -> String {
                [$($word),*].join(" or ")
            }

            fn read(text: &str, _: &Any) -> Option<Self> {
                match text { $($word => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

/// Reads the value of the parameter with this name.
pub(super) fn read_value<T: Value>(
    name: &'static str,
    text: &str,
    allowed: &T::Allowed,
) -> Result<T, ParamError> {
    let refused =
        || ParamError::Value { name, value: text.to_owned(), range: T::describe(allowed) };
    T::read(text, allowed).ok_or_else(refused)
}

/// Declares a group of parameters, each with its doc, name, type, default and allowed values.
macro_rules! params {
    (
        $(#[doc = $group_doc:literal])*
        $group:ident {
            $( $(#[doc = $doc:literal])* $name:ident: $type:ty = $default:expr, in $allowed:expr; )*
        }
    ) => {
        $(#[doc = $group_doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $group {
            $( $(#[doc = $doc])* pub $name: $type, )*
        }

        impl Default for $group {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Group for $group {
            fn has(&self, name: &str) -> bool {
                [$(stringify!($name)),*].contains(&name)
            }

            fn set(&mut self, name: &str, text: &str) -> Result<(), ParamError> {
                match name {
                    $( stringify!($name) => {
                        self.$name = read_value(stringify!($name), text, &$allowed)?;
                        Ok(())
                    } )*
                    _ => Err(ParamError::Unknown(name.to_owned())),
                }
            }
        }

        impl $group {
            /// The rows of all parameters in the order of their declaration.
            pub fn rows(&self) -> Vec<Row> {
                vec![$( Row {
                    name: stringify!($name),
                    doc: concat!($($doc,)*).trim_ascii(),
                    kind: <$type as Value>::kind(),
                    value: shown(&self.$name),
                    range: <$type as Value>::describe(&$allowed),
                }, )*]
            }
        }
    };
}

pub(super) use {params, words};
