//! The description of all calls, composed from their rows, handlers and types. A release build contains it as a file,
//! `portal/openapi.json`, and not the code that composes it (decision 0039).

use utoipa::PartialSchema as _;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{Operation, PathItem, PathsBuilder};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    Components, ContentBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Ref, RefOr,
    Response, ResponseBuilder,
};

use super::table::{Call, Credential, Description, Effect, Scripts};
use super::{repetition, schemas};
use crate::access::Action;
use crate::http::envelope::{Empty, Envelope};

/// The media type of a file in the document.
const CSV: &str = "text/csv";

/// The document of a `product` of this name: the rows, and what the handler of each says of itself.
pub fn of(product: &str, calls: &[Call], descriptions: &[Description]) -> OpenApi {
    let mut whole = document(product);
    for (row, description) in calls.iter().zip(descriptions) {
        let mut described = description();
        let mut items = std::mem::take(&mut described.paths.paths).into_values();
        let operation = items.find_map(|item| item.get);
        let mut operation = operation.unwrap_or_default();
        describe(row, &mut operation);
        let item = PathItem::new(row.verb.documented(), operation);
        described.paths = PathsBuilder::new().path(row.path, item).build();
        whole.merge(described);
    }
    if let Some(components) = &mut whole.components {
        schemas::refer(components);
    }
    whole
}

/// Who may make the call, as text.
fn who(row: &Call) -> String {
    if let Some(code) = row.action.code() {
        let holders = format!(
            "For administrators and holders of the access code `{}`",
            code.as_str()
        );
        let others = match row.action {
            Action::ViewAccount => "; nobody needs it for their own account",
            Action::AddAccount => "; managers can also add to their own groups",
            _ => "",
        };
        return format!("{holders}{others}.");
    }
    match row.action {
        Action::Anyone => "Anyone may call it.",
        Action::UploadPicture => "For holders of any access code, and administrators.",
        Action::UseOwn => "For its owner.",
        Action::Open => "For people who may open the application.",
        Action::SeeMembers => {
            "For managers of the group and their stand-ins, and administrators."
        }
        Action::ManageGroup | Action::ChangeMembership => {
            "For managers of the group, and administrators."
        }
        Action::DecideRequest => {
            "For managers of the group, their stand-ins if a request is overdue, and administrators."
        }
        Action::AdministerProduct => "For administrators of the product and of Atrium.",
        Action::SetSuperAdministrator | Action::TrustApplication | Action::ManageProviders => {
            "For super administrators."
        }
        _ => "For everyone who is signed in.",
    }
    .to_owned()
}

/// What scripts must know about a call that writes, as text.
fn limits(row: &Call) -> Option<String> {
    let text = match (row.effect, row.scripts) {
        (Effect::Reads, _) => return None,
        (_, Scripts::Ours) => "Scripts of other origins are refused.",
        (_, Scripts::LegacyApps) => {
            "Scripts of other origins are refused, except those of registered applications."
        }
    };
    Some(text.to_owned())
}

/// The other effects of a download, as text.
fn download(row: &Call, operation: &Operation) -> Option<String> {
    let mut responses = operation.responses.responses.values();
    let is_file = responses.any(|response| match response {
        RefOr::T(response) => response.content.contains_key(CSV),
        RefOr::Ref(_) => false,
    });
    // A call that only reads sends a template and has no audit entry.
    let text = "The file is CSV for spreadsheets. The download is recorded in the audit log. A person can run one \
        download at a time; a second one gets 429. The download stops if the person's session or right ends.";
    (is_file && row.effect.writes()).then(|| text.to_owned())
}

/// The text of a response whose handler has none.
fn usual_text(response: &Response) -> &'static str {
    if response.content.contains_key("application/json") {
        "The answer; its `status` says whether the call succeeded."
    } else {
        "The file. A refusal is an envelope in JSON."
    }
}

/// Adds to the document who may call, with what, the texts of the answers, and the errors.
fn describe(row: &Call, operation: &mut Operation) {
    for response in operation.responses.responses.values_mut() {
        if let RefOr::T(response) = response
            && response.description.is_empty()
        {
            usual_text(response).clone_into(&mut response.description);
        }
    }
    let own = operation.description.take();
    let sentences = own.into_iter().chain([who(row)]).chain(limits(row));
    let sentences = sentences.chain(download(row, operation));
    operation.description = Some(sentences.collect::<Vec<_>>().join(" "));
    if row.effect == Effect::Creates {
        let parameters = operation.parameters.get_or_insert_default();
        parameters.push(RefOr::T(repetition::parameter()));
    }
    if let Some(id) = row.contract {
        let contract = ExtensionsBuilder::new().add("x-contract", id).build();
        operation.extensions = Some(contract);
    }
    let schemes: &[&str] = match row.credential {
        Credential::Nothing => &[],
        Credential::Session | Credential::Newcomer => &["dpop", "userToken"],
        Credential::Launch | Credential::Optional => &["dpop", "userToken", "launchToken"],
    };
    if schemes.is_empty() {
        return;
    }
    let needs = schemes
        .iter()
        .map(|scheme| SecurityRequirement::new::<_, [&str; 0], &str>(*scheme, []));
    operation.security = Some(needs.collect());
    let refused = ResponseBuilder::new()
        .description("The access token or its DPoP proof is missing, wrong or expired.")
        .content(
            "application/json",
            ContentBuilder::new()
                .schema(Some(Ref::from_schema_name("Envelope_Empty")))
                .build(),
        );
    operation
        .responses
        .responses
        .insert("401".to_owned(), refused.build().into());
}

/// The title of the document of a `product` of this name.
pub fn title(product: &str) -> String {
    format!("{product} product API")
}

fn document(product: &str) -> OpenApi {
    let mut license = LicenseBuilder::new().name("Apache-2.0").build();
    license.identifier = Some("Apache-2.0".to_owned());
    let mut components = Components::new();
    let empty = Envelope::<Empty>::schema();
    components
        .schemas
        .insert("Envelope_Empty".to_owned(), empty);
    components
        .schemas
        .insert("AccessCode".to_owned(), schemas::access_codes());
    for (name, header, text) in [
        (
            "dpop",
            "Authorization",
            "`DPoP` and an access token for this API; the header `DPoP` contains the proof (RFC 9449).",
        ),
        (
            "userToken",
            "Access-Token",
            "The `userToken` of an account sign-in for `SSO`. `Authorization: Bearer` also works.",
        ),
        (
            "launchToken",
            "Access-Token",
            "The launch token of a legacy application. `Authorization: Bearer` also works.",
        ),
    ] {
        let header = ApiKeyValue::with_description(header, text);
        components.add_security_scheme(name, SecurityScheme::ApiKey(ApiKey::Header(header)));
    }
    OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title(title(product))
                .version(env!("CARGO_PKG_VERSION"))
                .license(Some(license))
                .build(),
        )
        .components(Some(components))
        .build()
}
