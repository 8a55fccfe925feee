use axum::body;
use serde_json::{Value, json};

use super::*;
use crate::http::envelope::Helper;

async fn answer(error: &ApiError, language: Language) -> Value {
    let response = error.render(language, None);
    let bytes = body::to_bytes(response.into_body(), 10_000).await.unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

/// E-38, X-03, X-04, X-07, X-08, K-45 and G-85: the number of each error: its HTTP status.
#[test]
fn each_refusal_has_its_number_and_its_status() {
    let challenge = Challenge {
        error: "invalid_token",
        algs: "ES256".into(),
        nonce: None,
    };
    let conflict = Conflict { by: None, at: 0 };
    for (error, code, http) in [
        (ApiError::NeedLogin, 100_000, 200),
        (ApiError::Challenge(Box::new(challenge)), 100_000, 401),
        (ApiError::SignInRefused, 100_013, 200),
        (ApiError::NotAuthorized, 100_013, 200),
        (
            ApiError::Refused(Refusal::new(Key("account.own_status"), Helper::Nobody)),
            100_013,
            200,
        ),
        (ApiError::illegal("productId"), 100_012, 200),
        (ApiError::illegal(""), 100_012, 200),
        (ApiError::Conflict(conflict), 100_012, 200),
        (ApiError::exists("username"), 100_011, 200),
        (ApiError::FileTemplate(Vec::new()), 1, 200),
        (ApiError::NoSuchCall, 999_999, 404),
        (ApiError::Method, 999_999, 405),
        (ApiError::TooLarge, 999_999, 413),
        (ApiError::TooMany(9), 999_999, 429),
        (ApiError::TooSlow, 999_999, 503),
        (ApiError::Unavailable(Key("api.busy"), 9), 999_999, 503),
        (ApiError::LimitReached(Key("api.too_many"), 9), 999_999, 429),
        (ApiError::Busy(1), 999_999, 503),
        (ApiError::Internal, 999_999, 500),
    ] {
        assert_eq!(error.outcome().code(), code, "{error:?}");
        assert_eq!(error.http().as_u16(), http, "{error:?}");
        for language in Language::ALL {
            let text = error.message(language);
            assert!(!text.starts_with("api.") && !text.contains('{'), "{text}");
        }
    }
}

/// Contract X-06: an invalid field is named to programs. The message is for people, who know no names of parameters.
#[tokio::test]
async fn an_illegal_field_is_named() {
    let error = ApiError::illegal("productId");
    assert_eq!(
        answer(&error, Language::EnUs).await,
        json!({
            "status": 100_012,
            "data": null,
            "msg": "A value is missing, not allowed, or no longer exists.",
            "field": "productId",
            "faults": [{
                "field": "productId",
                "msg": "This value is missing, not allowed, or no longer exists.",
            }],
        })
    );
    let chinese = answer(&error, Language::ZhCn).await;
    assert_eq!(chinese["msg"], "有一项内容缺失、不符合要求或已不存在。");
    let whole = answer(&ApiError::illegal(""), Language::EnUs).await;
    assert!(
        whole["field"].is_null() && whole["faults"].is_null(),
        "{whole}"
    );
}

/// F-62, X-27: every fault of a form is reported at once, each at its field; V-03 and V-06: with the literal texts,
/// whose key begins with `dc:` (contract F-61).
#[tokio::test]
async fn all_faults_of_a_form_are_reported() {
    let error = ApiError::Invalid(vec![
        Fault::new("username", Key("dc:请按规则输入")),
        Fault::new("password", Key("dc:仅支持编号。大写和小写字母")),
    ]);
    let chinese = answer(&error, Language::ZhCn).await;
    assert_eq!(chinese["field"], "username");
    assert_eq!(chinese["msg"], "请按规则输入");
    assert_eq!(
        chinese["faults"],
        json!([
            {"field": "username", "msg": "请按规则输入"},
            {"field": "password", "msg": "仅支持编号。大写和小写字母"},
        ])
    );
    let english = answer(&error, Language::EnUs).await;
    assert_eq!(
        english["faults"],
        json!([
            {"field": "username", "msg": "Please input according to the rules"},
            {"field": "password", "msg": "Only digits, letters and * are allowed"},
        ])
    );
}

/// G-81, X-03: a fault of a file names its line and column.
#[tokio::test]
async fn a_fault_of_a_file_has_its_row_and_column() {
    let fault = Fault::new("email", Key("Please input valid format")).in_file(12, "Email");
    let error = ApiError::FileTemplate(vec![fault]);
    let english = answer(&error, Language::EnUs).await;
    assert_eq!(english["status"], 1);
    assert_eq!(
        english["msg"],
        "Row 12, column Email: Please input valid format"
    );
    assert_eq!(
        english["faults"],
        json!([{"field": "email", "msg": "Please input valid format", "row": 12, "column": "Email"}])
    );
    let chinese = answer(&error, Language::ZhCn).await;
    assert_eq!(chinese["msg"], "第 12 行，Email 列：请输入有效格式");
}

/// A conflict says who changed it and when, in words and as data.
#[tokio::test]
async fn a_conflict_says_who_and_when() {
    let at = 1_795_261_860_000;
    let by_ada = ApiError::Conflict(Conflict {
        by: Some("Ada {at}".into()),
        at,
    });
    let english = answer(&by_ada, Language::EnUs).await;
    assert_eq!(english["status"], 100_012);
    assert_eq!(english["conflict"], json!({"by": "Ada {at}", "at": at}));
    assert_eq!(
        english["msg"],
        "Ada {at} changed this on 21 November 2026 at 11:51 UTC, after you opened it. \
         Load it again to see the change."
    );
    let chinese = answer(&by_ada, Language::ZhCn).await;
    assert_eq!(
        chinese["msg"],
        "在您打开之后，Ada {at} 于 2026年11月21日 11:51（UTC）做了修改。请重新加载后查看。"
    );
    let by_operator = ApiError::Conflict(Conflict { by: None, at });
    let english = answer(&by_operator, Language::EnUs).await;
    assert_eq!(english["conflict"], json!({"by": null, "at": at}));
    assert_eq!(
        english["msg"],
        "This was changed on 21 November 2026 at 11:51 UTC, after you opened it. \
         Load it again to see the change."
    );
}
