//! A write timeout for connections.
//!
//! hyper limits the time for reading a request's head, and the router the time for making the response.
//! Neither limits how long a client may take to read it. Without this timeout a client that does not read
//! holds its connection for ever (attack 44).

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

use crate::connections::ConnectionState;

/// A stream whose write fails with [`io::ErrorKind::TimedOut`] after waiting `timeout` without progress.
pub struct WriteTimeout<S> {
    stream: S,
    timeout: Duration,
    /// When the pending write times out.
    end: Pin<Box<Sleep>>,
    waiting: bool,
    /// Each read and write is reported to it.
    connection: Arc<ConnectionState>,
}

impl<S> WriteTimeout<S> {
    /// `stream` of `connection`, whose writes may wait for `timeout`.
    pub fn new(stream: S, timeout: Duration, connection: Arc<ConnectionState>) -> Self {
        Self {
            stream,
            timeout,
            end: Box::pin(sleep(timeout)),
            waiting: false,
            connection,
        }
    }

    /// Reports to the connection that its client took bytes.
    fn report(&self, outcome: &Poll<io::Result<usize>>) {
        if matches!(outcome, Poll::Ready(Ok(1..))) {
            self.connection.progressed();
        }
    }

    /// `outcome` of a write, or the timeout.
    fn judge<T>(
        &mut self,
        outcome: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if outcome.is_ready() {
            self.waiting = false;
            return outcome;
        }
        if !self.waiting {
            self.waiting = true;
            self.end.as_mut().reset(Instant::now() + self.timeout);
        }
        ready!(self.end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let outcome = Pin::new(&mut self.stream).poll_read(context, into);
        if into.filled().len() > before {
            self.connection.head.received();
        }
        outcome
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.report(&outcome);
        self.judge(outcome, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.report(&outcome);
        self.judge(outcome, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.stream).poll_flush(context);
        self.judge(outcome, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.stream).poll_shutdown(context);
        self.judge(outcome, context)
    }
}
