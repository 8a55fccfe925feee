//! DNS resolution: one lookup for each connection. It returns only permitted addresses, so that the connection goes to
//! the address that was checked.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use futures_util::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::{allow::Allow, error::OutboundError};

/// Looks names up; tests replace it.
pub trait Lookup: Send + Sync {
    /// The addresses of `name`.
    fn lookup(&self, name: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>>;
}

#[derive(Debug, Clone, Copy)]
pub struct SystemLookup;

impl Lookup for SystemLookup {
    fn lookup(&self, name: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// A resolver that refuses a name if any of its addresses is not permitted.
pub(super) struct Guard {
    pub(super) lookup: Arc<dyn Lookup>,
    /// `None` for hosts that the operator allowed: they may have any address.
    pub(super) allow: Option<Arc<Allow>>,
}

impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        let found = self.lookup.lookup(name.as_str().to_owned());
        let allow = self.allow.clone();
        Box::pin(async move {
            let found = found.await?;
            let forbidden = |address: &IpAddr| allow.as_ref().is_some_and(|a| !a.reaches(*address));
            if found.iter().any(forbidden) {
                return Err(OutboundError::Forbidden.into());
            }
            let addresses = found.into_iter().map(|address| SocketAddr::new(address, 0));
            Ok(Box::new(addresses) as Addrs)
        })
    }
}
