//! Products, modules and applications.

use serde_json::{Value, json};

use super::stage::Stage;
use super::{Case, says};

const UPDATE: &str = "admin/app/upd";
const ADD_MODULE: &str = "admin/access/add-module";
const ADD_APPLICATION: &str = "admin/application/add";
const FORMAT: &str = "Please input valid format";
const ONLY_100: &str = "Only support 100 characters;";
const HIDDEN: &str =
    "This has a character that can’t be seen. Type it again instead of pasting it.";
const RANGE: &str = "Choose a value from the list, or a number from 0 to 1,000,000.";
const WEB: &str = "Enter an https address, or http on this machine.";

pub fn cases(stage: &Stage) -> Vec<Case> {
    let mut cases = products(stage);
    cases.extend(applications());
    cases.extend(announcements());
    cases
}

fn announcements() -> Vec<Case> {
    let news = |field: &str, value: Value, key, words| {
        let mut body =
            json!({ "title": "Tea", "content": "We have tea.", "launchTime": "2026-11-22 09:00" });
        body[field] = value;
        says("Ada", "admin/announcement/add", body, key, words)
    };
    vec![
        news(
            "content",
            json!("x".repeat(20_001)),
            "announcement.text",
            "At most 20,000 characters are allowed.",
        ),
        news(
            "content",
            json!(format!("![Tea](/files/p/{}.png)", "0a".repeat(32))),
            "announcement.pictures",
            "Use pictures that were uploaded here. At least one of them is no longer kept: upload it again.",
        ),
        news(
            "endTime",
            json!("2026-11-22 09:00"),
            "announcement.after_start",
            "Choose a time after the start.",
        ),
        news(
            "launchTime",
            json!("soon"),
            "announcement.time",
            "Enter a date and a time, such as 2026-11-30 18:00.",
        ),
    ]
}

fn products(stage: &Stage) -> Vec<Case> {
    let product = |field: &str, value: Value| {
        let mut body = json!({ "projectId": 7 });
        body[field] = value;
        body
    };
    let new = |field: &str, value: Value| {
        let mut body = json!({
            "name": "New", "appName": "NEW", "typeId": 1, "adminId": stage.id("Ada"), "link": "https://new.example/",
            "attribute1": "What", "attribute2": "How", "attribute3": "Whom",
        });
        body[field] = value;
        body
    };
    let module = |field: &str, value: Value| {
        let mut body = json!({ "projectId": 7, "moduleName": "New", "moduleCode": "New" });
        body[field] = value;
        body
    };
    let link = "Copy it from the address bar of a browser: it begins with https://, has no user name or password, and at most 2,000 characters.";
    vec![
        says(
            "Petra",
            UPDATE,
            json!({ "projectId": 8, "everyone": true }),
            "product.only_texts",
            "You may change only the texts of this product.",
        ),
        says(
            "Ben",
            UPDATE,
            json!({ "projectId": 1, "adminIds": [stage.id("Dan")] }),
            "product.sso_administrators",
            "Only super administrators say who administers this product.",
        ),
        says(
            "Ada",
            UPDATE,
            product("name", json!("")),
            "Please input valid format",
            FORMAT,
        ),
        says(
            "Ada",
            UPDATE,
            product("name", json!("x".repeat(101))),
            "Only support 100 characters;",
            ONLY_100,
        ),
        says(
            "Ada",
            "admin/app/add",
            new("typeId", json!(0)),
            "please select or enter",
            "please select or enter",
        ),
        says(
            "Ada",
            UPDATE,
            product("attribute1", json!("x".repeat(5_001))),
            "product.text",
            "At most 5,000 characters are allowed.",
        ),
        says(
            "Ada",
            UPDATE,
            product("attribute1", json!("What\u{202e}ever")),
            "text.hidden",
            HIDDEN,
        ),
        says(
            "Ada",
            "admin/app/add",
            new("appName", json!("a b")),
            "product.code",
            "Use letters, digits and . _ - only.",
        ),
        says(
            "Ada",
            UPDATE,
            product("appName", json!("OTHER")),
            "product.code_stays",
            "The code of a product can’t be changed.",
        ),
        says(
            "Ada",
            "admin/app/add",
            new("appName", json!("app7")),
            "product.code_taken",
            "Another product has this code.",
        ),
        says(
            "Ada",
            UPDATE,
            product("link", json!("http://new.example/")),
            "claim.link",
            link,
        ),
        says(
            "Ada",
            UPDATE,
            product("iconimgUrl", json!("http://new.example/icon.png")),
            "product.icon",
            "Choose an icon, upload a JPG, JPEG or PNG file, or enter the https address of one.",
        ),
        says(
            "Ada",
            UPDATE,
            product("iconimgUrl", json!("https://127.0.0.1/icon.png")),
            "product.icon_unreachable",
            "The picture at this address can’t be fetched. Upload it instead.",
        ),
        says(
            "Ada",
            UPDATE,
            product("snapshots", json!(vec!["https://a.example/"; 51])),
            "product.most",
            "At most 20 are allowed.",
        ),
        says(
            "Ada",
            UPDATE,
            product("adminId", json!("nobody")),
            "product.known",
            "Choose one from the list.",
        ),
        says(
            "Ada",
            UPDATE,
            json!({ "projectId": 9, "applicationId": "" }),
            "product.last_of_application",
            "No other product names the previous application, so everybody could open it. Set its access first.",
        ),
        says(
            "Ada",
            UPDATE,
            product("sort", json!(1_000_001)),
            "product.range",
            RANGE,
        ),
        says(
            "Ada",
            ADD_MODULE,
            module("moduleName", json!("")),
            "Please input valid format",
            FORMAT,
        ),
        says(
            "Ada",
            ADD_MODULE,
            module("moduleName", json!("x".repeat(101))),
            "Only support 100 characters;",
            ONLY_100,
        ),
        says(
            "Ada",
            ADD_MODULE,
            module("desc", json!("x".repeat(1_001))),
            "module.text",
            "At most 1,000 characters are allowed.",
        ),
        says(
            "Ada",
            ADD_MODULE,
            module("moduleName", json!("Ne\u{200b}w")),
            "text.hidden",
            HIDDEN,
        ),
        says(
            "Ada",
            ADD_MODULE,
            module("moduleCode", json!("a.b")),
            "module.code",
            "Use letters, digits and _ - only.",
        ),
        says(
            "Ada",
            ADD_MODULE,
            module("moduleCode", json!("Mod")),
            "module.code_taken",
            "Another module of this product has this code.",
        ),
        says(
            "Ada",
            ADD_MODULE,
            module("sort", json!(-1)),
            "product.range",
            RANGE,
        ),
        says(
            "Ada",
            "admin/access/delete-module",
            json!({ "moduleId": "full" }),
            "module.has_rights",
            "Access rights of this module: 1. Delete each of them, or move it to another module first.",
        ),
    ]
}

fn applications() -> Vec<Case> {
    let new = |field: &str, value: Value| {
        let mut metadata =
            json!({ "name": "New", "redirect_uris": ["https://new.example.com/callback"] });
        metadata[field] = value;
        json!({ "client_id": "new", "metadata": metadata })
    };
    let public = |field: &str, value: Value| {
        let mut body = new("token_endpoint_auth_method", json!("none"));
        body["metadata"][field] = value;
        body
    };
    let lifetime = "Enter 30 to 86400 seconds, or nothing.";
    vec![
        says(
            "Ada",
            ADD_APPLICATION,
            json!({ "client_id": "a b", "metadata": { "name": "New", "redirect_uris": ["https://new.example.com/"] } }),
            "application.client_id",
            "Use 1 to 100 letters, digits, dots, dashes or underscores.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            json!({ "client_id": "report", "metadata": { "name": "New", "redirect_uris": ["https://new.example.com/"] } }),
            "api.exists",
            "This value is already in use.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            json!({ "client_id": "new", "metadata": { "name": "New", "kind": "legacy", "legacy": { "app_name": "OLDQUERY", "callback_origins": ["https://new.example.com"] } } }),
            "api.exists",
            "This value is already in use.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            new("name", json!("x".repeat(101))),
            "application.name",
            "Use 1 to 100 characters that can be seen, and no name of Atrium itself.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            new("redirect_uris", json!(["https://new.example.com/*"])),
            "application.redirect_uris",
            "Enter https addresses, or http on this machine. No wildcard and no part after #.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            new("backchannel_logout_uri", json!("new.example.com/logout")),
            "application.called_uri",
            "Enter an https address of the application. http works only for hosts in outbound.allow.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            public("allowed_origins", json!(["https://new.example.com/"])),
            "application.origins",
            "Enter origins such as https://app.example.com, without a path. Only public applications have allowed origins.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            new("logo_uri", json!("http://new.example.com/")),
            "application.web_uri",
            WEB,
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            new("token_endpoint_auth_method", json!("private_key_jwt")),
            "application.jwks",
            "Enter public keys, as a JWK Set or as an https address, but not both.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            new("scopes", json!(["two words"])),
            "application.scopes",
            "Enter scope values of letters, digits and signs of ASCII, without spaces, quotation marks and backslashes.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            new("scopes", json!(["openid", "orders.read"])),
            "application.unknown_scope",
            "Atrium knows openid, profile, email, address, phone, groups and offline_access. For a scope of an API, fill in \
             resources first.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            public(
                "grant_types",
                json!(["authorization_code", "client_credentials"]),
            ),
            "application.grant_types",
            "A refresh token needs the authorization code; client credentials need a secret or a key.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            new("response_types", json!([])),
            "application.response_types",
            "With the authorization code, an application gets a code: choose this.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            new("refresh", json!("session")),
            "application.refresh",
            "This needs the refresh token among what the application may use.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            public("rotate_refresh_tokens", json!(false)),
            "application.rotate_refresh_tokens",
            "A public application without DPoP uses each refresh token once.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            public("refresh_grace", json!(true)),
            "application.refresh_grace",
            "This needs refresh tokens that work once, and an application with a secret, a key or DPoP.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            new("id_token_signed_response_alg", json!("HS256")),
            "application.algorithm",
            "Choose an algorithm from the list.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            new("access_token_lifetime", json!(20)),
            "application.access_token_lifetime",
            lifetime,
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            new("default_max_age", json!(-1)),
            "application.default_max_age",
            "Enter 0 or more seconds, or nothing.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            new("serves_signed", json!(true)),
            "application.serves_signed",
            "Signed tokens need an audience that the application serves.",
        ),
        says(
            "Ada",
            "admin/application/update",
            json!({ "client_id": "report", "metadata": { "kind": "legacy" } }),
            "application.kind",
            "The kind of an application can’t be changed.",
        ),
        says(
            "Ada",
            ADD_APPLICATION,
            new("trusts", json!(true)),
            "application.value",
            "This value isn’t allowed here.",
        ),
        says(
            "Ada",
            "admin/application/update",
            json!({ "client_id": "demo-app", "metadata": { "name": "Mine" } }),
            "application.declared",
            "This application is declared in clients.toml. Change it there.",
        ),
        says(
            "Ada",
            "admin/application/rotate-secret",
            json!({ "client_id": "script" }),
            "application.no_secret",
            "This application has no secret, because it authenticates in another way.",
        ),
        says(
            "Hal",
            ADD_APPLICATION,
            new("first_party", json!(true)),
            "application.trusted",
            "Only a super administrator may change this application or give it these rights.",
        ),
    ]
}
