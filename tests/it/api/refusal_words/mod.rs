//! Each sentence with which the product API refuses is true: the table makes its cause by a request, and the expected words
//! stand beside it. A sentence without a case fails, and so does a sentence that is in more places than it has cases.

mod access;
mod accounts;
mod files;
mod general;
mod groups;
mod limits;
mod products;
mod stage;

use std::collections::BTreeMap;
use std::path::Path;

use atrium::i18n::language::Language;
use atrium::i18n::texts::Texts;
use serde_json::Value;

use crate::house::files_below;
use crate::support::database;
use crate::support::product_api::Answered;
use stage::Stage;

/// A cause and the words that it gives.
struct Case {
    /// Who asks; empty for nobody.
    by: &'static str,
    /// Method and path below `/api/security`.
    call: String,
    body: Value,
    /// The text in the catalogue.
    key: &'static str,
    words: &'static str,
}

/// `by` posts `body` to `call` (or gets it, if it begins with `GET `) and reads `words`.
fn says(
    by: &'static str,
    call: impl Into<String>,
    body: Value,
    key: &'static str,
    words: &'static str,
) -> Case {
    let call = call.into();
    Case {
        by,
        call,
        body,
        key,
        words,
    }
}

/// The answer to a cause that needs more than one request.
struct Made {
    key: &'static str,
    words: &'static str,
    answer: Answered,
}

/// Other tests make these, because the cause needs time or a server of its own; they compare the whole sentence.
const ELSEWHERE: &[(&str, &str)] = &[
    ("api.too_slow", "audit.rs"),
    ("api.export_is_running", "exports.rs"),
    ("api.import_is_running", "import.rs"),
    ("api.step_up", "factors.rs"),
    ("api.factor_needed", "factors.rs"),
    ("factor.problem.not_lost", "account_factors.rs"),
    ("account.lock_address", "account_factors.rs"),
    ("account.waits_for_deletion", "deletion.rs"),
    ("account.deletion_off", "deletion.rs"),
    ("account.no_deletion", "deletion.rs"),
    ("account.address_is_name", "own_email.rs"),
    ("account.same_address", "own_email.rs"),
    ("absence.days", "own_absence.rs"),
    ("absence.nobody", "own_absence.rs"),
    ("absence.stand_in", "own_absence.rs"),
    ("absence.stand_in_way", "own_absence.rs"),
    ("api.too_many_in_a_day", "../passkeys/own.rs"),
    ("api.too_many_in_a_day", "deletion.rs"),
    ("api.too_many_in_a_day", "feedback.rs"),
    ("dc:仅支持数字、大小写字母", "own_account.rs"),
    ("dc:新密码与确认密码不匹配", "own_account.rs"),
    ("password.problem.guessable", "own_account.rs"),
    ("password.problem.same", "own_account.rs"),
    ("factor.problem.late", "factors.rs"),
    ("factor.problem.wrong", "factors.rs"),
    ("factor.problem.required", "factors.rs"),
    ("factor.problem.none", "factors.rs"),
    ("api.corporate_only", "../signin/corporate_only.rs"),
    ("mail.no_confirmed_address", "../mail/samples.rs"),
    ("wechat.off", "wechat.rs"),
    ("application.off", "register.rs"),
    ("invitation.no_registration", "invitations.rs"),
    ("wechat.handle_over", "wechat.rs"),
    ("wechat.link_over", "wechat.rs"),
    ("wechat.quota", "wechat.rs"),
    ("wechat.failed", "wechat.rs"),
    ("passkey.off", "../passkeys/words.rs"),
    ("passkey.add_late", "../passkeys/words.rs"),
    ("passkey.add_failed", "../passkeys/words.rs"),
    ("passkey.known", "../passkeys/words.rs"),
    ("passkey.too_many", "../passkeys/words.rs"),
    ("identity.gone", "identities.rs"),
    ("identity.given", "identities.rs"),
    ("identity.last_way", "identities.rs"),
    ("identity.no_provider", "identities.rs"),
    ("identity.no_provider", "providers.rs"),
    ("welcome.no_password", "forgotten.rs"),
    ("welcome.not_verified", "forgotten.rs"),
    ("provider.agency", "provider_claims.rs"),
    ("provider.certificate", "provider_keys.rs"),
    ("provider.group_rights", "provider_claims.rs"),
    ("provider.other_key", "provider_keys.rs"),
    ("provider.group_unknown", "provider_claims.rs"),
    ("provider.groups_whole", "provider_claims.rs"),
    ("provider.value_twice", "provider_claims.rs"),
    ("feedback.merged", "feedback.rs"),
    ("file.broken", "uploads.rs"),
    ("file.damaged", "uploads.rs"),
    ("file.kind", "uploads.rs"),
    ("file.no_room", "upload_limits.rs"),
    ("file.of_day", "upload_limits.rs"),
    ("file.one", "uploads.rs"),
    ("file.pixels", "uploads.rs"),
    ("file.too_large", "uploads.rs"),
    ("file.upload_failed", "uploads.rs"),
    ("file.upload_is_running", "uploads.rs"),
    ("assistant.address", "assistant_versions.rs"),
    ("assistant.answer_words", "assistant_versions.rs"),
    ("assistant.key", "assistant_versions.rs"),
    ("assistant.monthly_words", "assistant_versions.rs"),
    ("assistant.name", "assistant_versions.rs"),
    ("assistant.of_file", "assistant_versions.rs"),
    ("assistant.price", "assistant_versions.rs"),
    ("assistant.too_many", "assistant_versions.rs"),
    ("chat.arriving", "chat.rs"),
    ("chat.busy", "chat_providers.rs"),
    ("chat.failed", "chat_providers.rs"),
    ("chat.no_version", "chat_quota.rs"),
    ("chat.too_long", "chat.rs"),
    ("chat.too_many", "chat.rs"),
    ("chat.too_many_readers", "chat_answers.rs"),
    ("chat.used_up", "chat_quota.rs"),
    ("survey.answered", "survey_answering.rs"),
    ("survey.answered_once", "survey_answering.rs"),
    ("survey.changed_questions", "survey_answering.rs"),
    ("survey.link_or_questions", "surveys.rs"),
    ("provider.icon_damaged", "provider_icons.rs"),
    ("provider.icon_kind", "provider_icons.rs"),
    ("provider.icon_large", "provider_icons.rs"),
    ("provider.icon_size", "provider_icons.rs"),
    ("provider.issuer", "providers.rs"),
    ("provider.key", "providers.rs"),
    ("provider.no_credential", "providers.rs"),
    ("provider.of_file", "providers.rs"),
    ("provider.taken", "providers.rs"),
    ("provider.too_many", "providers.rs"),
];

/// Places that no request reaches, and why. Only the compiler requires these texts.
const UNREACHED: &[(&str, &str)] = &[
    (
        "api.file_template",
        "each fault of a file has words of its own",
    ),
    (
        "refusal.for_oneself",
        "each action that is refused for oneself has words of its own",
    ),
    (
        "Please input valid format",
        "only random passwords are set by this API",
    ),
    (
        "refusal.ask_product",
        "no call needs the right; api::rights makes it by a probe",
    ),
    (
        "refusal.ask_product_administrator",
        "no call needs the right; api::rights makes it by a probe",
    ),
    (
        "claim.name",
        "the schema of the call has only claims that can be set",
    ),
    (
        "dc:请按规则输入",
        "an email address among the claims is the field of the account",
    ),
    (
        "account.last_super_administrator",
        "nobody gives themselves a random password",
    ),
];

/// Texts of answers that are no refusals.
const NO_REFUSALS: [&str; 4] = [
    "account_type.internal",
    "account_type.corporate",
    "account_type.client",
    "api.secret_was_shown",
];

/// How many places of the product API say each text. The place of a fault in a file, and the replacement words of
/// `ApiError`, count once.
fn places() -> BTreeMap<String, usize> {
    let mut places = BTreeMap::new();
    for file in files_below("src") {
        let is_in = |place: &&str| file.name.starts_with(place);
        let stands_in = is_in(&"http/envelope/");
        let says = stands_in || ["api/", "calls/", "faults.rs"].iter().any(is_in);
        if !says || file.name.ends_with("tests.rs") {
            continue;
        }
        let code = file.text.split("#[cfg(test)]").next().unwrap();
        for rest in code.split("Key(\"").skip(1) {
            let key = rest.split('"').next().unwrap();
            if NO_REFUSALS.contains(&key) {
                continue;
            }
            let many = places.entry(key.to_owned()).or_insert(0);
            *many = if stands_in { 1.max(*many) } else { *many + 1 };
        }
    }
    places
}

/// True if `words` are the text of `key` with something in its placeholders.
fn is_text_of(key: &str, words: &str) -> bool {
    let mut rest = words;
    let text = Texts::of(Language::EnUs).get(key);
    let parts = text.split('{').enumerate();
    let mut parts = parts.map(|(at, part)| match at {
        0 => part,
        _ => part.split_once('}').map_or(part, |(_, after)| after),
    });
    parts.all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

/// Every sentence that the answer shows.
fn shown(answer: &Answered) -> Vec<String> {
    let json: Value = serde_json::from_str(&answer.text).unwrap_or_default();
    let faults = json["faults"].as_array().cloned().unwrap_or_default();
    let faults = faults.iter().map(|fault| fault["msg"].clone());
    let refusal = [
        &json["refusal"]["why"],
        &json["refusal"]["ask"],
        &json["msg"],
    ];
    let texts = refusal.into_iter().cloned().chain(faults);
    texts
        .filter_map(|text| text.as_str().map(str::to_owned))
        .collect()
}

/// What is wrong with the answer to a case.
fn wrong(made: &Made) -> Option<String> {
    let Made { key, words, answer } = made;
    if !is_text_of(key, words) {
        return Some(format!("{key} does not say {words:?}"));
    }
    let shown = shown(answer);
    (!shown.iter().any(|text| text == words))
        .then(|| format!("{key}: {words:?} is not among {shown:?} ({})", answer.http))
}

#[tokio::test]
async fn each_refusal_says_its_cause() {
    let mut faults = Vec::new();
    let mut cases = BTreeMap::new();
    for database in database::each_engine().await {
        let stage = Box::pin(Stage::set(&database.db)).await;
        let mut made = Vec::new();
        for table in [
            general::cases(&stage),
            accounts::cases(&stage),
            files::cases(),
            groups::cases(&stage),
            access::cases(&stage),
            products::cases(&stage),
        ] {
            for case in table {
                let answer = stage.send(&case).await;
                let (key, words) = (case.key, case.words);
                made.push(Made { key, words, answer });
            }
        }
        made.extend(general::made(&stage).await);
        made.extend(limits::made(&database.db, &stage).await);
        faults.extend(made.iter().filter_map(wrong));
        cases = BTreeMap::new();
        for Made { key, .. } in made {
            *cases.entry(key.to_owned()).or_insert(0_usize) += 1;
        }
    }
    for (key, _) in ELSEWHERE.iter().chain(UNREACHED) {
        *cases.entry((*key).to_owned()).or_insert(0) += 1;
    }
    for (key, many) in places() {
        let made = cases.get(&key).copied().unwrap_or_default();
        if made < many {
            faults.push(format!(
                "{key}: {many} places say it, and {made} cases make it"
            ));
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// The words of a refusal are in both languages.
#[test]
fn each_refusal_has_words_of_both_languages() {
    for (key, _) in places() {
        // literal in both.
        if key == "file.upload_failed" {
            continue;
        }
        let [english, chinese] = Language::ALL.map(|language| Texts::of(language).get(&key));
        let is_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        assert!(
            !is_chinese(english) && is_chinese(chinese),
            "{key}: {english:?}, {chinese:?}"
        );
    }
}

/// The other tests compare the whole sentence.
#[test]
fn the_other_tests_say_the_whole_sentence() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/api");
    for (key, file) in ELSEWHERE {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let sentence = Texts::of(Language::EnUs).get(key);
        assert!(text.contains(sentence), "{file} does not say {sentence:?}");
    }
}
