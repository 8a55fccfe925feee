//! A row of the table of calls, and the macro that declares the table (`src/api/table.rs`).

use std::sync::Arc;

use axum::http::Method;
use axum::routing::{MethodFilter, MethodRouter};
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::HttpMethod;

use super::object::Named;
use crate::access::{Action, Wanted};
use crate::state::AppState;

/// The method of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// GET and HEAD.
    Get,
    Post,
}

impl Verb {
    pub const fn method(self) -> Method {
        match self {
            Self::Get => Method::GET,
            Self::Post => Method::POST,
        }
    }

    /// The method for a route.
    pub const fn filter(self) -> MethodFilter {
        match self {
            Self::Get => MethodFilter::GET,
            Self::Post => MethodFilter::POST,
        }
    }

    /// The method in the `OpenAPI` document.
    pub const fn documented(self) -> HttpMethod {
        match self {
            Self::Get => HttpMethod::Get,
            Self::Post => HttpMethod::Post,
        }
    }
}

/// The credential that a request needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credential {
    /// None.
    Nothing,
    /// A DPoP-bound access token of this API, or a userToken.
    Session,
    /// The same; also for an account that must change its password first.
    Newcomer,
    /// The same; also a launch token, for the application that it was issued to.
    Launch,
    /// Optional: without a session the call succeeds and does nothing.
    Optional,
}

/// Where a request names the object of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectSource {
    /// The call has no object.
    None,
    /// In this field of the query or the body.
    Field(Named, &'static str),
}

impl ObjectSource {
    pub const fn field(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Field(_, field) => Some(field),
        }
    }
}

/// The right that a call needs.
#[derive(Clone, Copy, Debug)]
pub struct Right {
    pub action: Action,
    /// The object of the action.
    pub object: ObjectSource,
}

/// The right to do `action`, which needs no object.
///
/// # Panics
/// If `action` needs an object. Rows are constants, so this is a compile error.
pub const fn to(action: Action) -> Right {
    assert!(
        matches!(action.wants(), Wanted::Nothing | Wanted::Perhaps(_)),
        "this action is about a thing: say with `on` which field names it"
    );
    Right {
        action,
        object: ObjectSource::None,
    }
}

/// The right to do `action` with the object in `field`.
///
/// # Panics
/// If `action` needs no object or one of another kind. Rows are constants, so this is a compile
/// error.
pub const fn on(action: Action, named: Named, field: &'static str) -> Right {
    assert!(
        match action.wants() {
            Wanted::Nothing => false,
            Wanted::A(kind) | Wanted::Perhaps(kind) => kind as u8 == named.kind() as u8,
        },
        "this action is about no such thing"
    );
    Right {
        action,
        object: ObjectSource::Field(named, field),
    }
}

/// Whether a call changes anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It only reads.
    Reads,
    /// It writes: requests from foreign origins and prefetches are refused (contract F-06, F-17).
    Writes,
    /// It writes something new, which its answer names: it takes an `Idempotency-Key` (`repetition.rs`).
    Creates,
}

impl Effect {
    /// True for every call that writes.
    pub const fn writes(self) -> bool {
        !matches!(self, Self::Reads)
    }
}

/// The scripts that may read the answer (contract G-86, attack 36).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scripts {
    /// Scripts of our own origin.
    Ours,
    /// Also scripts of the registered origins of legacy applications, without cookies.
    LegacyApps,
}

/// How a call takes its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallBody {
    /// The body has fields, and the usual limit.
    Fields,
    /// The body may be as large as `server.body_limit`.
    File,
    /// The handler reads the body itself, piece by piece: a file that the guard must not hold in memory. The fields that
    /// the guard needs are in the query.
    Streamed,
}

/// The route of a handler for some methods.
pub type Route = fn(MethodFilter) -> MethodRouter<Arc<AppState>>;

/// What a handler says of itself: a document with one operation.
pub type Description = fn() -> OpenApi;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    pub verb: Verb,
    pub path: &'static str,
    pub route: Route,
    pub credential: Credential,
    pub action: Action,
    pub object: ObjectSource,
    pub effect: Effect,
    pub scripts: Scripts,
    pub body: CallBody,
    /// True if the answer may take as long as one of the assistant.
    pub waits: bool,
    /// True if the handler reads the audit log: entries that have just arrived are sorted before the guard opens its view.
    pub reads_audit: bool,
    /// The id in the contract, if it has the call.
    pub contract: Option<&'static str>,
}

impl Call {
    /// A row. The call needs a session unless anyone may make it.
    pub const fn new(
        verb: Verb,
        path: &'static str,
        route: Route,
        right: Right,
        effect: Effect,
    ) -> Self {
        let is_public = matches!(right.action, Action::Anyone);
        Self {
            verb,
            path,
            route,
            credential: if is_public {
                Credential::Nothing
            } else {
                Credential::Session
            },
            action: right.action,
            object: right.object,
            effect,
            scripts: Scripts::Ours,
            body: CallBody::Fields,
            waits: false,
            reads_audit: false,
            contract: None,
        }
    }

    /// The call with another credential.
    ///
    /// # Panics
    /// If a call without a credential needs a right, or one with a credential needs none. Rows are constants, so this is
    /// a compile error.
    #[must_use]
    pub const fn credential(self, credential: Credential) -> Self {
        let call = Self { credential, ..self };
        assert!(
            call.is_public() == matches!(call.action, Action::Anyone),
            "without a credential nobody has a right, and with one somebody has"
        );
        call
    }

    /// The call, whose answer scripts of legacy applications may read too.
    #[must_use]
    pub const fn for_legacy_apps(self) -> Self {
        let scripts = Scripts::LegacyApps;
        Self { scripts, ..self }
    }

    /// The call, which takes a file.
    #[must_use]
    pub const fn takes_file(self) -> Self {
        let body = CallBody::File;
        Self { body, ..self }
    }

    /// The call, whose handler reads a body of the size of an upload by itself.
    ///
    /// # Panics
    /// If the call creates something: a repetition is known by its body. Rows are constants, so this is a compile error.
    #[must_use]
    pub const fn streams(self) -> Self {
        assert!(
            matches!(self.effect, Effect::Writes),
            "a call that streams its body writes, and takes no `Idempotency-Key`"
        );
        let body = CallBody::Streamed;
        Self { body, ..self }
    }

    /// True if the handler reads the body itself.
    pub const fn is_streamed(&self) -> bool {
        matches!(self.body, CallBody::Streamed)
    }

    /// The call, which waits for an answer of the assistant.
    #[must_use]
    pub const fn waits(self) -> Self {
        Self {
            waits: true,
            ..self
        }
    }

    /// The call, which reads the audit log.
    #[must_use]
    pub const fn reads_audit(self) -> Self {
        Self {
            reads_audit: true,
            ..self
        }
    }

    /// The call, which has this id in the contract.
    #[must_use]
    pub const fn contract(self, id: &'static str) -> Self {
        let contract = Some(id);
        Self { contract, ..self }
    }

    /// True for what everybody may do as often as they like and what writes: a limit by account bounds it (attack 44).
    pub const fn writes_for_everybody(&self) -> bool {
        let everybody = matches!(
            self.action,
            Action::SignedIn | Action::UseOwn | Action::Open
        );
        self.effect.writes() && everybody
    }

    /// True if nobody needs to be signed in.
    pub const fn is_public(&self) -> bool {
        matches!(self.credential, Credential::Nothing | Credential::Optional)
    }
}

/// Declares the table `CALLS`, and beside it what each handler says of itself. They are two constants, so that the linker
/// leaves the descriptions out of a program that only serves calls (decision 0039).
macro_rules! calls {
    ($($verb:ident $path:literal $noun:ident :: $handler:ident, $right:expr, $effect:ident
        $(, $more:ident ( $($value:expr)? ))* ;)*) => {
        /// Every call.
        pub const CALLS: &[$crate::calls::table::Call] = &[$(
            $crate::calls::table::Call::new(
                $verb,
                $path,
                |filter| $crate::http::routing::on(filter, $noun::$handler),
                $right,
                $effect,
            )$(.$more($($value)?))*,
        )*];

        /// What the handler of each row says of itself, in the order of [`CALLS`].
        pub const DESCRIPTIONS: &[$crate::calls::table::Description] = &[$(
            || {
                #[derive(utoipa::OpenApi)]
                #[openapi(paths($noun::$handler))]
                struct Document;
                <Document as utoipa::OpenApi>::openapi()
            },
        )*];
    };
}
pub(crate) use calls;
