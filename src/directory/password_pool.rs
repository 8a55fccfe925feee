//! The threads that compute password hashes: few, of low priority and with a bounded queue, so that
//! many sign-ins neither use up the memory nor slow down token requests.

use std::{
    io,
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use thiserror::Error;
use tokio::sync::oneshot;
use zeroize::Zeroizing;

use super::password::{Effort, SALT_LENGTH, Unusable, Verdict, Worker};
use crate::limits::{Asker, FairQueue};
use crate::random::Random;

/// Nice value of the threads: on a busy machine all other work gets about nine tenths.
const NICENESS: i32 = 10;
/// A thread that has been idle for this long frees its 19 MiB.
const IDLE: Duration = Duration::from_secs(5);

/// Decrypts a password from a request, on one of the pool's threads.
pub type Opener = Arc<dyn Fn(&str) -> Zeroizing<String> + Send + Sync>;

/// The size of the pool.
#[derive(Debug, Clone, Copy)]
pub struct HashPoolOptions {
    /// Threads; each uses 19 MiB while it works.
    pub threads: NonZeroUsize,
    /// Requests that may wait. Beyond that, the newest request of the network with the most gets [`HashError::Busy`].
    pub queue: usize,
}

impl Default for HashPoolOptions {
    /// One thread less than there are processors, at least one, and 128 waiting requests for each:
    /// about a second's work.
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = NonZeroUsize::new(cores.saturating_sub(1)).unwrap_or(NonZeroUsize::MIN);
        Self {
            threads,
            queue: 128 * threads.get(),
        }
    }
}

/// Why a password was not hashed or compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum HashError {
    /// The queue is full, and no network has more places in it: answer 503 with Retry-After.
    #[error("too many sign-ins wait already")]
    Busy,
    /// The stored hash is damaged, or its kind or cost is not accepted.
    #[error("the stored password hash cannot be checked")]
    Unusable,
    /// The pool was stopped, or its thread failed.
    #[error("the password could not be processed")]
    Stopped,
}

impl From<Unusable> for HashError {
    fn from(_: Unusable) -> Self {
        Self::Unusable
    }
}

/// A handle on the pool. It is cheap to clone, and the threads end with the last handle.
#[derive(Debug, Clone)]
pub struct HashPool(Arc<Owner>);

#[derive(Debug)]
struct Owner(Arc<Queue>);

impl Drop for Owner {
    fn drop(&mut self) {
        self.0.lock().stopped = true;
        self.0.arrived.notify_all();
    }
}

impl HashPool {
    /// Starts the threads.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start(options: HashPoolOptions) -> io::Result<Self> {
        let queue = Arc::new(Queue {
            state: Mutex::new(State {
                jobs: FairQueue::new(options.queue),
                stopped: false,
            }),
            arrived: Condvar::new(),
            effort: Effort::default(),
        });
        let pool = Self(Arc::new(Owner(Arc::clone(&queue))));
        for index in 0..options.threads.get() {
            let queue = Arc::clone(&queue);
            thread::Builder::new()
                .name(format!("password-{index}"))
                .spawn(move || work(&queue))?;
        }
        Ok(pool)
    }

    /// Hashes `password` to a PHC string, in the turn of `asker`. The caller checks its length
    /// ([`check_length`](super::password::check_length)).
    ///
    /// # Errors
    /// [`HashError::Busy`] if the queue is full, [`HashError::Stopped`].
    pub async fn hash(
        &self,
        password: Zeroizing<String>,
        random: &Random,
        asker: &Asker,
    ) -> Result<String, HashError> {
        let salt = random.bytes();
        self.run(asker, |reply| Job::Hash {
            password,
            salt,
            reply,
        })
        .await
    }

    /// The work of all threads so far, in passes over a KiB of memory. Tests use it to show that
    /// every refusal costs the same (attack 14) without measuring time.
    pub fn effort(&self) -> u64 {
        self.0.0.effort.so_far()
    }

    /// Compares `password` with the PHC string `stored`, in the turn of `asker`. `None`, for an unknown account or one
    /// without a password, takes the same time and never matches.
    ///
    /// # Errors
    /// [`HashError::Busy`] if the queue is full, [`HashError::Unusable`] if the hash is damaged,
    /// [`HashError::Stopped`].
    pub async fn verify(
        &self,
        password: Zeroizing<String>,
        stored: Option<String>,
        asker: &Asker,
    ) -> Result<Verdict, HashError> {
        self.run(asker, |reply| Job::Verify {
            password,
            stored,
            reply,
        })
        .await
    }

    /// Decrypts `sent` with `opener` on one of the pool's threads, because that would hold up the
    /// threads that serve requests.
    ///
    /// # Errors
    /// [`HashError::Busy`] if the queue is full, [`HashError::Stopped`].
    pub async fn open(
        &self,
        sent: Zeroizing<String>,
        opener: Opener,
        asker: &Asker,
    ) -> Result<Zeroizing<String>, HashError> {
        self.run(asker, |reply| Job::Open {
            sent,
            opener,
            reply,
        })
        .await
    }

    /// The number of waiting requests.
    pub fn waiting(&self) -> usize {
        self.0.0.lock().jobs.len()
    }

    async fn run<T>(
        &self,
        asker: &Asker,
        job: impl FnOnce(oneshot::Sender<Result<T, HashError>>) -> Job,
    ) -> Result<T, HashError> {
        let (reply, answer) = oneshot::channel();
        self.0.0.push(asker, job(reply));
        answer.await.unwrap_or(Err(HashError::Stopped))
    }
}

enum Job {
    Hash {
        password: Zeroizing<String>,
        salt: [u8; SALT_LENGTH],
        reply: oneshot::Sender<Result<String, HashError>>,
    },
    Verify {
        password: Zeroizing<String>,
        stored: Option<String>,
        reply: oneshot::Sender<Result<Verdict, HashError>>,
    },
    Open {
        sent: Zeroizing<String>,
        opener: Opener,
        reply: oneshot::Sender<Result<Zeroizing<String>, HashError>>,
    },
}

impl Job {
    /// True if nobody waits for the answer any more.
    fn is_cancelled(&self) -> bool {
        match self {
            Self::Hash { reply, .. } => reply.is_closed(),
            Self::Verify { reply, .. } => reply.is_closed(),
            Self::Open { reply, .. } => reply.is_closed(),
        }
    }

    /// Answers that it lost its place.
    fn give_up(self) {
        // Sending fails if the caller is gone.
        match self {
            Self::Hash { reply, .. } => drop(reply.send(Err(HashError::Busy))),
            Self::Verify { reply, .. } => {
                let _ = reply.send(Err(HashError::Busy));
            }
            Self::Open { reply, .. } => drop(reply.send(Err(HashError::Busy))),
        }
    }

    fn run(self, worker: &mut Worker) {
        // Sending fails if the caller is gone.
        match self {
            Self::Hash {
                password,
                salt,
                reply,
            } => drop(reply.send(worker.hash(&password, &salt).map_err(HashError::from))),
            Self::Verify {
                password,
                stored,
                reply,
            } => {
                let verdict = worker.verify(&password, stored.as_deref());
                let _ = reply.send(verdict.map_err(HashError::from));
            }
            Self::Open {
                sent,
                opener,
                reply,
            } => drop(reply.send(Ok(opener(&sent)))),
        }
    }
}

struct Queue {
    state: Mutex<State>,
    arrived: Condvar,
    effort: Effort,
}

struct State {
    jobs: FairQueue<Job>,
    stopped: bool,
}

impl std::fmt::Debug for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Queue")
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it holds the lock, so a poisoned queue is still consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job. If there is no room, the newest of the network with the most is refused, which may be this one.
    fn push(&self, asker: &Asker, job: Job) {
        let mut state = self.lock();
        if state.jobs.is_full() {
            state.jobs.retain(|waiting| !waiting.is_cancelled());
        }
        let refused = state.jobs.push(asker, job);
        drop(state);
        self.arrived.notify_one();
        if let Some(job) = refused {
            metrics::counter!("atrium_password_refused_total").increment(1);
            job.give_up();
        }
    }

    /// The next job with a waiting caller; `None` once the pool has stopped. Calls `idle` if none
    /// came for [`IDLE`].
    fn next(&self, mut idle: impl FnMut()) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.stopped {
                return None;
            }
            match state.jobs.pop() {
                Some(job) if job.is_cancelled() => {}
                Some(job) => return Some(job),
                None => {
                    let (woken, timeout) = self
                        .arrived
                        .wait_timeout(state, IDLE)
                        .unwrap_or_else(PoisonError::into_inner);
                    state = woken;
                    if timeout.timed_out() && state.jobs.is_empty() {
                        drop(state);
                        idle();
                        state = self.lock();
                    }
                }
            }
        }
    }
}

fn work(queue: &Queue) {
    // On Linux this affects only the calling thread. If it is refused, the pool works without it.
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::debug!(%error, "password threads run at normal priority");
    }
    let mut worker = Worker::new(queue.effort.clone());
    while let Some(job) = queue.next(|| worker.rest()) {
        let ran = catch_unwind(AssertUnwindSafe(|| job.run(&mut worker)));
        if ran.is_err() {
            tracing::error!("a password hash panicked; its request got an error");
            worker = Worker::new(queue.effort.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(threads: usize, queue: usize) -> HashPool {
        let threads = NonZeroUsize::new(threads).unwrap();
        HashPool::start(HashPoolOptions { threads, queue }).unwrap()
    }

    const SOMEONE: &Asker = &Asker::Known(String::new());

    fn secret(text: &str) -> Zeroizing<String> {
        Zeroizing::new(text.to_owned())
    }

    /// The right password matches its hash, and no other does.
    #[tokio::test]
    async fn hashes_and_verifies() {
        let pool = pool(2, 8);
        let random = Random::system();
        let phc = pool
            .hash(secret("Atrium2026*"), &random, SOMEONE)
            .await
            .unwrap();
        assert_ne!(
            phc,
            pool.hash(secret("Atrium2026*"), &random, SOMEONE)
                .await
                .unwrap()
        );
        let verdict = |password: &str, stored: Option<&String>| {
            pool.verify(secret(password), stored.cloned(), SOMEONE)
        };
        assert!(verdict("Atrium2026*", Some(&phc)).await.unwrap().matches);
        assert!(!verdict("atrium2026*", Some(&phc)).await.unwrap().matches);
        assert!(!verdict("Atrium2026*", None).await.unwrap().matches);
        let broken = "broken".to_owned();
        assert_eq!(verdict("x", Some(&broken)).await, Err(HashError::Unusable));
    }

    /// A full queue is reported at once, and the pool recovers.
    #[tokio::test]
    async fn a_full_queue_is_busy() {
        let pool = pool(1, 3);
        let mut asked = Vec::new();
        for _ in 0..40 {
            let pool = pool.clone();
            asked.push(tokio::spawn(async move {
                pool.verify(secret("a"), None, SOMEONE).await
            }));
        }
        let mut busy = 0;
        for task in asked {
            match task.await.unwrap() {
                Ok(verdict) => assert!(!verdict.matches),
                Err(error) => {
                    assert_eq!(error, HashError::Busy);
                    busy += 1;
                }
            }
        }
        assert!((1..40).contains(&busy), "{busy} of 40 were refused");
        assert!(pool.verify(secret("a"), None, SOMEONE).await.is_ok());
    }

    /// Requests whose browser has disconnected cost nothing and free their places.
    #[tokio::test]
    async fn cancelled_requests_are_not_computed() {
        let pool = pool(1, 50);
        pool.verify(secret("a"), None, SOMEONE).await.unwrap();
        let one = pool.effort();
        for _ in 0..1_000 {
            let asked = pool.verify(secret("a"), None, SOMEONE);
            let gone = tokio::time::timeout(Duration::ZERO, asked).await;
            assert!(matches!(gone, Err(_) | Ok(Ok(_))), "never busy: {gone:?}");
        }
        pool.verify(secret("a"), None, SOMEONE).await.unwrap();
        // A thread may have taken one before its browser disconnected; most were never started.
        let computed = pool.effort() / one;
        assert!(computed < 200, "{computed} of 1002 were computed");
    }

    /// The threads run at low priority, and only they do.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn only_the_password_threads_have_low_priority() {
        let pool = pool(2, 8);
        pool.verify(secret("a"), None, SOMEONE).await.unwrap();
        let niceness = |stat: &str| {
            let fields = stat.rsplit_once(')').unwrap().1;
            fields.split(' ').nth(17).unwrap().to_owned()
        };
        let own = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
        assert_ne!(niceness(&own), NICENESS.to_string());
        let password_threads = || {
            let tasks = std::fs::read_dir("/proc/self/task").unwrap().flatten();
            tasks
                .filter_map(|task| std::fs::read_to_string(task.path().join("stat")).ok())
                .filter(|stat| stat.contains("(password-"))
                .collect::<Vec<_>>()
        };
        // Pools of other tests may be starting; a new thread lowers its priority first.
        for _ in 0..1_000 {
            let threads = password_threads();
            let low = |stat: &String| niceness(stat) == NICENESS.to_string();
            if threads.len() >= 2 && threads.iter().all(low) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{:?}", password_threads());
    }

    /// The threads end with the last handle.
    #[tokio::test]
    async fn threads_do_not_outlive_their_pool() {
        let pool = pool(1, 50);
        let queue = Arc::clone(&pool.0.0);
        drop(pool);
        let mut ended = false;
        for _ in 0..1_000 {
            ended = Arc::strong_count(&queue) == 1;
            if ended {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert!(ended, "the thread has gone");
    }
}
