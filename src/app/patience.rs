//! A connection whose other end must take what it is sent.
//!
//! hyper bounds the time of a request's head and the router that of its answer's making, but not
//! how long an answer may lie unread: without this a client holds a connection for ever by not
//! reading (attack 44).

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

/// A stream that fails once a write has waited for `patience` without a byte being taken.
pub struct Patient<S> {
    stream: S,
    patience: Duration,
    /// When the write that waits has waited too long.
    end: Pin<Box<Sleep>>,
    waiting: bool,
}

impl<S> Patient<S> {
    /// `stream`, whose other end may keep a write waiting for `patience`.
    pub fn new(stream: S, patience: Duration) -> Self {
        Self {
            stream,
            patience,
            end: Box::pin(sleep(patience)),
            waiting: false,
        }
    }

    /// `outcome` of a write, unless it waits for too long.
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
            self.end.as_mut().reset(Instant::now() + self.patience);
        }
        ready!(self.end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(outcome, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
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
