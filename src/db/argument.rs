//! The arguments of statements: whole numbers and texts.

/// An argument of a statement. PostgreSQL wants the type of a NULL too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    Number(Option<i64>),
    Text(Option<String>),
}

macro_rules! argument_from {
    ($($from:ty: $value:ident => $argument:expr;)+) => {
        $(impl From<$from> for Argument {
            fn from($value: $from) -> Self {
                $argument
            }
        })+
    };
}

argument_from! {
    i64: number => Self::Number(Some(number));
    Option<i64>: number => Self::Number(number);
    &i64: number => Self::Number(Some(*number));
    &str: text => Self::Text(Some(text.to_owned()));
    &&str: text => Self::Text(Some((*text).to_owned()));
    String: text => Self::Text(Some(text));
    &String: text => Self::Text(Some(text.clone()));
    Option<&str>: text => Self::Text(text.map(str::to_owned));
    Option<String>: text => Self::Text(text);
    &Option<String>: text => Self::Text(text.clone());
    Option<&String>: text => Self::Text(text.cloned());
}
