//! Accounts, their claims, and where they belong.

use serde_json::{Value, json};

use super::stage::Stage;
use super::{Case, says};

const ADD: &str = "admin/user/add-account";
const UPDATE: &str = "admin/user/update";
const RANDOM: &str = "admin/user/random-pwd";
const WELCOME: &str = "admin/user/mail/approved";
const ONLY_100: &str = "Only support 100 characters;";
const HIDDEN: &str =
    "This has a character that can’t be seen. Type it again instead of pasting it.";
const FORM: &str = "Please input according to the rules";

/// The form of a new account with another value in one field.
fn form(field: &str, value: impl Into<Value>) -> Value {
    let mut form =
        json!({ "username": "NewPerson", "email": "new@demo.test", "password": "Tulip7Kite" });
    form[field] = value.into();
    form
}

pub fn cases(stage: &Stage) -> Vec<Case> {
    let [ada, hal, rita, dan, vera, wendy] =
        ["Ada", "Hal", "Rita", "Dan", "Vera", "Wendy"].map(|name| stage.id(name));
    let long = "x".repeat(101);
    let update = |id: &str, field: &str, value: Value| {
        let mut body = json!({ "userId": id });
        body[field] = value;
        body
    };
    let claim = |name: &str, value: Value| {
        let mut claims = json!({});
        claims[name] = value;
        json!({ "userId": dan, "claims": claims })
    };
    let iris = |field: &str, value: &str| {
        let mut body = json!({ "irisCode": "new", "irisName": "New" });
        body[field] = value.into();
        body
    };
    let organisation = |field: &str, value: Value| {
        let mut body = json!({ "kind": "agency", "name": "West" });
        body[field] = value;
        body
    };
    let picture = "data:image/png;base64,";
    vec![
        says(
            "Ada",
            RANDOM,
            json!({ "userId": ada }),
            "account.own_password",
            "You can’t give yourself a random password.",
        ),
        says(
            "Ada",
            "admin/user/update-status",
            json!({ "userId": ada, "accountStatus": 2 }),
            "account.own_status",
            "You can’t disable your own account.",
        ),
        says(
            "Hal",
            UPDATE,
            update(hal, "email", json!("hal@demo.test")),
            "account.own_sign_in",
            "You can’t change your own email address, Lion ID or last valid day, or mark your own address or number as confirmed.",
        ),
        says(
            "Hal",
            UPDATE,
            update(hal, "agencyId", json!("north")),
            "account.own_place",
            "You can’t change your own agency, client or brand.",
        ),
        says(
            "Ada",
            "admin/user/assign-role",
            json!({ "userId": ada, "assignments": [] }),
            "account.own_roles",
            "You can’t change your own roles.",
        ),
        says(
            "Hal",
            RANDOM,
            json!({ "userId": rita }),
            "account.holds_more",
            "This person has or can give rights in the administration that you don’t have.",
        ),
        says(
            "Ben",
            RANDOM,
            json!({ "userId": ada }),
            "refusal.for_super_administrators",
            "Only a super administrator may do this.",
        ),
        says(
            "Ben",
            RANDOM,
            json!({ "userId": ada }),
            "refusal.ask_super_administrator",
            "Ask a super administrator.",
        ),
        says(
            "Chloe",
            ADD,
            json!({ "username": "NewPerson", "email": "new@demo.test", "password": "Tulip7Kite", "lionId": "new", "groupId": "team" }),
            "account.link_new",
            "Give either a password or a Lion ID: only an administrator may give both.",
        ),
        says(
            "Ada",
            ADD,
            form("username", "DanMember"),
            "account.username_taken",
            "This account name is taken.",
        ),
        says(
            "Ada",
            ADD,
            form("email", "MAX@demo.test"),
            "account.email_taken",
            "Another account has this email address.",
        ),
        says(
            "Ada",
            ADD,
            form("lionId", "max*1"),
            "account.lion_id_taken",
            "Another account has this Lion ID.",
        ),
        says("Ada", ADD, form("username", "dan"), "dc:请按规则输入", FORM),
        says(
            "Ada",
            ADD,
            form("fullName", long.clone()),
            "Only support 100 characters;",
            ONLY_100,
        ),
        says(
            "Ada",
            ADD,
            form("fullName", "Ada\u{200b}Super"),
            "text.hidden",
            HIDDEN,
        ),
        says(
            "Ada",
            UPDATE,
            update(dan, "fullName", json!("Dan\u{200b}Member")),
            "text.hidden",
            HIDDEN,
        ),
        says(
            "Ada",
            ADD,
            form("password", "Abc-def12"),
            "dc:仅支持编号。大写和小写字母",
            "Only digits, letters and * are allowed",
        ),
        says(
            "Ada",
            ADD,
            form("password", "Abc12"),
            "Please input valid format",
            "Please input valid format",
        ),
        says(
            "Ada",
            ADD,
            form("password", "NewPerson1"),
            "password.problem.guessable",
            "This password is easy to guess: it is common, or made of names, dates or neighbouring keys. Choose another one.",
        ),
        says(
            "Ada",
            ADD,
            form("expireDate", "2026-11-21"),
            "account.expire_date",
            "Choose a day after today and within one year.",
        ),
        says(
            "Ada",
            ADD,
            form("lang", "fr-fr"),
            "account.language",
            "Choose English or Chinese.",
        ),
        says(
            "Ada",
            ADD,
            form("agencyId", "nowhere"),
            "account.organisation",
            "Choose one from the list; it must belong to the one above.",
        ),
        says(
            "Ada",
            UPDATE,
            update(ada, "supAdmin", json!(0)),
            "account.last_super_administrator",
            "Another super administrator must be able to sign in for at least as long. Make one first.",
        ),
        says(
            "Ada",
            UPDATE,
            claim("nickname", json!(long)),
            "Only support 100 characters;",
            ONLY_100,
        ),
        says(
            "Ada",
            UPDATE,
            claim("nickname", json!("Dan\u{200b}ny")),
            "text.hidden",
            HIDDEN,
        ),
        says(
            "Ada",
            UPDATE,
            claim("website", json!("http://dan.example")),
            "claim.link",
            "Copy it from the address bar of a browser: it begins with https://, has no user name or password, and at most 2,000 characters.",
        ),
        says(
            "Ada",
            UPDATE,
            update(dan, "emailVerified", json!(true)),
            "claim.verified",
            "Only an address or number that is there can be confirmed.",
        ),
        says(
            "Ada",
            UPDATE,
            claim("birthdate", json!("soon")),
            "claim.birthdate",
            "Write the date as YYYY-MM-DD, 0000-MM-DD without the year, or YYYY alone.",
        ),
        says(
            "Ada",
            UPDATE,
            claim("zoneinfo", json!("Berlin")),
            "claim.zone",
            "Choose a time zone, such as Asia/Shanghai.",
        ),
        says(
            "Ada",
            UPDATE,
            claim("locale", json!("English, please")),
            "claim.locale",
            "Write a language tag, such as en-US.",
        ),
        says(
            "Ada",
            UPDATE,
            claim("phone_number", json!("030 123456")),
            "claim.phone_number",
            "Write the number with its country code, such as +8613812345678.",
        ),
        says(
            "Ada",
            UPDATE,
            claim("address", json!({ "country": "x".repeat(201) })),
            "claim.address",
            "At most 200 characters, or 1,000 for the whole address, and no invisible ones.",
        ),
        says(
            "Ada",
            WELCOME,
            json!({ "userId": dan, "type": 2 }),
            "welcome.no_email",
            "This account has no email address.",
        ),
        says(
            "Ada",
            WELCOME,
            json!({ "userId": dan, "type": 1 }),
            "welcome.no_email",
            "This account has no email address.",
        ),
        says(
            "Ada",
            WELCOME,
            json!({ "userId": vera, "type": 1 }),
            "welcome.not_enabled",
            "This account isn’t enabled.",
        ),
        says(
            "Ada",
            WELCOME,
            json!({ "userId": wendy, "type": 1 }),
            "welcome.has_password",
            "This person has chosen a password already.",
        ),
        says(
            "Ada",
            UPDATE,
            update(dan, "lionId", json!("x".repeat(101))),
            "Only support 100 characters;",
            ONLY_100,
        ),
        // Where people belong.
        says(
            "Ada",
            "admin/organisation/add",
            organisation("name", json!("")),
            "dc:请按规则输入",
            FORM,
        ),
        says(
            "Ada",
            "admin/organisation/add",
            organisation("name", json!("\u{200d}")),
            "text.hidden",
            HIDDEN,
        ),
        says(
            "Ada",
            "admin/organisation/add",
            organisation("name", json!("x".repeat(101))),
            "Only support 100 characters;",
            ONLY_100,
        ),
        says(
            "Ada",
            "admin/organisation/add",
            organisation("name", json!("Ne\u{200b}w")),
            "text.hidden",
            HIDDEN,
        ),
        says(
            "Ada",
            "admin/organisation/add",
            organisation("name", json!("NORTH")),
            "organisation.taken",
            "Another one has this name or code.",
        ),
        says(
            "Ada",
            "admin/organisation/add",
            organisation("logo", json!(format!("{picture}{}", "A".repeat(30_000)))),
            "organisation.logo",
            "Choose a PNG, JPEG, WebP or SVG picture of at most 18 kB.",
        ),
        says(
            "Ada",
            "admin/organisation/add",
            json!({ "kind": "brand", "name": "New", "parentId": "none" }),
            "account.organisation",
            "Choose one from the list; it must belong to the one above.",
        ),
        says(
            "Ada",
            "admin/iris-mapping/add",
            iris("irisName", "Ne\u{200b}w"),
            "text.hidden",
            HIDDEN,
        ),
        says(
            "Ada",
            "admin/iris-mapping/add",
            iris("userId", "nobody"),
            "organisation.account",
            "No account has this ID.",
        ),
        says(
            "Hal",
            "admin/organisation/update",
            json!({ "kind": "brand", "id": "nb", "parentId": "sc" }),
            "organisation.limits_more",
            "Rights that you don’t have depend on what this belongs to and whether it is on.",
        ),
        says(
            "Dan",
            "user/assign-agency",
            json!({ "agencyId": "" }),
            "dc:请选择",
            "Please choose",
        ),
        says(
            "Ada",
            "admin/agency-request/decide",
            json!({ "userId": ada, "requestId": "own", "approve": true }),
            "agency_request.own",
            "You can’t decide about your own request.",
        ),
        says(
            "Ada",
            "admin/agency-request/decide",
            json!({ "userId": hal, "requestId": "wish", "approve": false, "reason": "x".repeat(501) }),
            "organisation.reason",
            "Give a reason of at most 500 characters.",
        ),
        says(
            "Ada",
            "admin/agency-request/decide",
            json!({ "userId": hal, "requestId": "wish", "approve": false, "reason": "No\u{202e}" }),
            "text.hidden",
            HIDDEN,
        ),
        says(
            "Ada",
            "admin/agency-request/decide",
            json!({ "userId": hal, "requestId": "wish", "approve": false }),
            "organisation.reason",
            "Give a reason of at most 500 characters.",
        ),
    ]
}
