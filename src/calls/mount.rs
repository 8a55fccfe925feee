//! Mounts handlers: each gets its route and its guard only from its row of the table.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{MethodFilter, MethodRouter};
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::HttpMethod;

use super::guard;
use super::table::{Call, Verb};
use crate::state::AppState;

/// A handler that [`handler!`] found. Each of its parts is a function of its own, so that a program which only serves
/// calls does not contain their description.
pub trait Handler {
    fn path(&self) -> String;
    fn methods(&self) -> Vec<HttpMethod>;
    fn route(&self, filter: MethodFilter) -> MethodRouter<Arc<AppState>>;
    fn document(&self) -> OpenApi;

    /// Its row of the table. A handler without one is not mounted.
    fn row(&self) -> Option<&'static Call> {
        row(&self.path(), &self.methods())
    }
}

fn row(path: &str, methods: &[HttpMethod]) -> Option<&'static Call> {
    let verbs = [Verb::Get, Verb::Post].into_iter();
    let mut verbs = verbs.filter(|verb| methods.contains(&verb.documented()));
    let row = verbs.find_map(|verb| Call::find(&verb.method(), path));
    if row.is_none() {
        tracing::error!(%path, "a handler without a row in the guard table is not mounted");
    }
    row
}

/// The [`Handler`] of a function with `#[utoipa::path]`: `handler!(noun::function)`.
macro_rules! handler {
    ($noun:ident :: $function:ident) => {
        pastey::paste! {{
            type Path = $noun::[<__path_ $function>];
            struct Found;
            impl $crate::calls::mount::Handler for Found {
                fn path(&self) -> String {
                    <Path as utoipa::Path>::path()
                }
                fn methods(&self) -> Vec<utoipa::openapi::path::HttpMethod> {
                    <Path as utoipa::Path>::methods()
                }
                fn route(
                    &self,
                    filter: axum::routing::MethodFilter,
                ) -> axum::routing::MethodRouter<std::sync::Arc<$crate::state::AppState>> {
                    $crate::http::routing::on(filter, $noun::$function)
                }
                fn document(&self) -> utoipa::openapi::OpenApi {
                    #[derive(utoipa::OpenApi)]
                    #[openapi(paths($noun::$function))]
                    struct Document;
                    <Document as utoipa::OpenApi>::openapi()
                }
            }
            Found
        }}
    };
}
pub(crate) use handler;

/// What is made of all handlers.
pub trait Mounting: Sized {
    /// Adds a handler.
    #[must_use]
    fn call<H: Handler>(self, handler: H) -> Self;

    /// [`Self::call`] for a call that takes a file: its body may be as large as `server.body_limit`.
    #[must_use]
    fn call_with_file<H: Handler>(self, handler: H) -> Self;
}

/// The routes so far, each behind the guard of its row.
pub struct Routes {
    state: Arc<AppState>,
    router: Router<Arc<AppState>>,
}

impl Routes {
    /// Starts without routes.
    pub fn new(state: &Arc<AppState>) -> Self {
        let state = Arc::clone(state);
        let router = Router::new();
        Self { state, router }
    }

    pub fn into_router(self) -> Router<Arc<AppState>> {
        self.router
    }

    fn guarded(
        &self,
        row: &'static Call,
        route: MethodRouter<Arc<AppState>>,
    ) -> MethodRouter<Arc<AppState>> {
        guard::guarded(&self.state, row, route)
    }

    fn add(self, row: &'static Call, route: MethodRouter<Arc<AppState>>) -> Self {
        let router = self.router.route(row.path, route);
        Self { router, ..self }
    }
}

impl Mounting for Routes {
    fn call<H: Handler>(self, handler: H) -> Self {
        let Some(row) = handler.row() else {
            return self;
        };
        let guarded = self.guarded(row, handler.route(row.verb.filter()));
        self.add(row, guarded)
    }

    fn call_with_file<H: Handler>(self, handler: H) -> Self {
        let Some(row) = handler.row() else {
            return self;
        };
        let guarded = self.guarded(row, handler.route(row.verb.filter()));
        // Outside the guard, which reads the body.
        let largest = DefaultBodyLimit::max(self.state.config.server.body_limit);
        self.add(row, guarded.layer(largest))
    }
}
