//! The details of events.

use super::*;

#[test]
fn details_are_objects_with_words_of_the_program() {
    let refused = Event::SignInRefused {
        reason: SignInRefusal::WrongPassword,
    };
    assert_eq!(refused.detail(), r#"{"reason":"wrong_password"}"#);
    assert_eq!(Event::CodeReplayed {}.detail(), "{}");
    assert_eq!(refused.kind(), "sign_in.refused");
}
