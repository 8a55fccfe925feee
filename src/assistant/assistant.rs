//! The assistant of one process: it begins answers, writes them, and lets people follow, stop and continue them.
//!
//! An answer belongs to the server. A task writes it, and it does not matter who reads; pieces are stored every half second, so that
//! another tab, device or process goes on where one stopped. While a model answers, no connection to the database is held.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::tz::TimeZone;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::answer_so_far::AnswerSoFar;
use super::answers::{self, Begun, Ended, Question, Rules};
use super::chats;
use super::error::ChatError;
use super::follower::Follower;
use super::gateway::{Answering, Part};
use super::piece_writer::{End, Entry, GATHERED_FOR, write_pieces};
use super::quota::{self, Figures, Quota};
use super::readers::{ReaderPlace, Readers};
use super::running::{Live, RunningAnswers};
use super::secrets::{AssistantSecrets, piece_place};
use super::store::answers as store;
use super::turn::{Turn, TurnState};
use super::version::{self, Version};
use super::words;
use crate::access::subjects;
use crate::catalogue::home;
use crate::clients::Registry;
use crate::clock::{Clock, Millis};
use crate::config::AssistantWaits;
use crate::days::begin_of_day;
use crate::db::feed::{ChangeFeed, Epoch};
use crate::db::{Db, DbError, Reads, WriteTx};
use crate::directory::{self, Account};
use crate::outbound::Outbound;
use crate::random::Random;
use crate::sessions;

/// The longest piece, in bytes.
const PIECE: usize = 2_048;
/// How often requests to stop and changes of access are looked for.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// How often access is checked again although no change was announced, in looks.
const CHECK_AGAIN: u32 = 30;

/// What an assistant needs.
pub struct AssistantParts {
    pub db: Db,
    pub clock: Clock,
    pub random: Random,
    pub outbound: Outbound,
    pub secrets: AssistantSecrets,
    pub clients: Registry,
    pub zone: TimeZone,
    /// The quota of people without another.
    pub usual: Quota,
    /// The versions of the settings file.
    pub of_file: Vec<Version>,
    pub waits: AssistantWaits,
}

/// The assistant of this process. Cheap to clone.
#[derive(Clone)]
pub struct Assistant(Arc<Inner>);

struct Inner {
    parts: AssistantParts,
    /// Names this process.
    holder: String,
    running: RunningAnswers,
    readers: Readers,
    entries: mpsc::UnboundedSender<Entry>,
    changes: Epoch,
    tasks: TaskTracker,
    closing: CancellationToken,
}

impl Assistant {
    /// Starts the tasks that store answers and look after them.
    pub fn start(parts: AssistantParts, changes: &ChangeFeed) -> Self {
        let (entries, received) = mpsc::unbounded_channel();
        let topics = [
            sessions::live_tokens::TOPICS[0],
            directory::TOPIC,
            subjects::TOPIC,
        ];
        let inner = Inner {
            holder: parts.random.token(),
            running: RunningAnswers::default(),
            readers: Readers::default(),
            entries,
            changes: changes.epoch(&topics),
            tasks: TaskTracker::new(),
            closing: CancellationToken::new(),
            parts,
        };
        let assistant = Self(Arc::new(inner));
        // This task ends with the last sender, so it must hold none itself.
        tokio::spawn(write_pieces(assistant.0.parts.db.clone(), received));
        let (looking, closing) = (assistant.clone(), assistant.0.closing.clone());
        assistant.0.tasks.spawn(async move {
            closing.run_until_cancelled(looking.look_after()).await;
        });
        assistant
    }

    /// Begins no more answers, gives those that are arriving `patience` to end, and then cuts them.
    pub async fn stop(&self, patience: Duration) {
        self.0.tasks.close();
        self.0.closing.cancel();
        if timeout(patience, self.0.tasks.wait()).await.is_err() {
            for (_, live) in self.0.running.all() {
                live.cut.cancel();
            }
            let _ = timeout(patience, self.0.tasks.wait()).await;
        }
    }

    pub fn secrets(&self) -> &AssistantSecrets {
        &self.0.parts.secrets
    }

    /// The versions of the settings file.
    pub fn of_file(&self) -> &[Version] {
        &self.0.parts.of_file
    }

    /// The quota of people without another.
    pub fn usual(&self) -> Quota {
        self.0.parts.usual
    }

    /// What providers are reached with.
    pub(super) fn parts(&self) -> &AssistantParts {
        &self.0.parts
    }

    pub fn random(&self) -> &Random {
        &self.0.parts.random
    }

    /// A number that changes with every change of sessions, accounts and access; `None` if this process may not know of some.
    pub fn changes(&self) -> Option<u64> {
        self.0.changes.now()
    }

    /// The versions that people may choose, the usual one first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn versions(&self, view: &mut dyn Reads) -> Result<Vec<Version>, DbError> {
        version::offered(view, &self.0.parts.of_file, self.secrets()).await
    }

    /// What `account` has used this month.
    ///
    /// # Errors
    /// The database failed.
    pub async fn figures(
        &self,
        view: &mut dyn Reads,
        account: &Account,
        now: Millis,
    ) -> Result<Figures, DbError> {
        let month = quota::month(now, &self.0.parts.zone);
        quota::figures(view, account, &month, self.0.parts.usual).await
    }

    /// True if `account` may use the assistant: its product is open to the person (contract C-124, P-10).
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_authorized(
        &self,
        view: &mut dyn Reads,
        account: &Account,
    ) -> Result<bool, DbError> {
        let found = home::assistant(view, account, &self.0.parts.clients).await?;
        Ok(found.is_some_and(|product| product.has_access()))
    }

    /// Begins the answer to `question` of `account` and writes it from the commit on. Without `version_id` the first version
    /// answers (contract G-75). Returns the ids of chat and answer.
    ///
    /// # Errors
    /// Those of [`answers::begin`]; no such version is offered; the server is being stopped.
    pub async fn ask(
        &self,
        tx: &mut WriteTx,
        account: &Account,
        (question, version_id): (&Question, Option<i64>),
        now: Millis,
    ) -> Result<(String, String), ChatError> {
        if self.0.closing.is_cancelled() || !self.0.running.has_room() {
            return Err(ChatError::Busy);
        }
        if !self.is_authorized(tx, account).await? {
            return Err(ChatError::NotAuthorized);
        }
        let mut versions = self.versions(tx).await?;
        // A question never goes to another provider than the person chose.
        let chosen = match version_id {
            Some(id) => versions.iter().position(|one| one.id == id),
            None => Some(0),
        };
        let version = versions.swap_remove(chosen.ok_or(ChatError::UnknownVersion)?);
        let parts = &self.0.parts;
        let month = quota::month(now, &parts.zone);
        let rules = Rules {
            secrets: &parts.secrets,
            random: &parts.random,
            usual: parts.usual,
            month: &month,
            day_at: self.day_at(now),
            holder: &self.0.holder,
            now,
        };
        let begun = answers::begin(tx, account, question, version, rules).await?;
        let ids = (begun.row.chat_id.clone(), begun.row.id.clone());
        let assistant = self.clone();
        tx.after_commit(move || assistant.begin_writing(begun));
        Ok(ids)
    }

    /// Stops the answer `id` of the account, in whichever process it arrives.
    ///
    /// # Errors
    /// It is no answer of the account. One that has ended is no error.
    pub async fn ask_to_stop(
        &self,
        tx: &mut WriteTx,
        id: &str,
        account_id: &str,
    ) -> Result<(), ChatError> {
        let turn = super::store::chats::turn_of_answer(tx, id).await?;
        if turn.is_none_or(|turn| turn.account_id != account_id) {
            return Err(ChatError::UnknownAnswer);
        }
        if store::ask_to_stop(tx, id, account_id).await?
            && let Some(live) = self.0.running.find(id)
        {
            tx.after_commit(move || live.stopped.cancel());
        }
        Ok(())
    }

    /// The place of one more reader of the account. Take it before the question, so that a refusal costs nothing.
    ///
    /// # Errors
    /// The person reads as many answers as may be read at a time.
    pub fn reader_place(&self, account_id: &str) -> Result<ReaderPlace, ChatError> {
        let place = self.0.readers.begin(account_id);
        place.ok_or(ChatError::TooManyReaders)
    }

    /// Follows the answer `id` of the account with this place from its byte `from` on.
    ///
    /// # Errors
    /// It is no answer of the account.
    pub async fn follow(
        &self,
        place: ReaderPlace,
        id: &str,
        from: usize,
    ) -> Result<Follower, ChatError> {
        let live = self.0.running.find(id);
        let live = live.filter(|live| live.account_id == place.account_id());
        let parts = &self.0.parts;
        let db = (parts.db.clone(), parts.secrets.clone());
        Follower::of((live, place), db, id, from).await
    }

    fn begin_writing(self, begun: Begun) {
        let place = Place {
            live: self.0.running.begin(&begun.row.id, &begun.row.account_id),
            id: begun.row.id.clone(),
            assistant: self.clone(),
        };
        self.0
            .tasks
            .spawn(async move { place.assistant.write(begun, &place.live).await });
    }

    /// Writes one answer from its question to its end.
    async fn write(&self, begun: Begun, live: &Live) {
        let turns = self.turns(&begun).await;
        let sent = turns.iter().flatten();
        let sent = sent.map(|turn| words::count(&turn.content)).sum();
        let answer = AnswerSoFar::to(sent);
        let ended = match turns {
            Ok(turns) => self.receive(&begun, &turns, live, answer).await,
            Err(error) => {
                tracing::error!(%error, "the earlier turns of a chat cannot be read");
                answer.ended(TurnState::Failed)
            }
        };
        let (state, answered) = (ended.state, ended.words);
        let (sender, stored) = oneshot::channel();
        let end = End {
            answer_id: begun.row.id.clone(),
            ended,
            key: begun.key,
            version: begun.version,
            day_at: self.day_at(self.0.parts.clock.now()),
            stored: Some(sender),
        };
        let _ = self.0.entries.send(Entry::End(Box::new(end)));
        // What was held is free again before anybody hears that the answer has ended.
        let _ = stored.await;
        live.end(state, answered);
    }

    async fn turns(&self, begun: &Begun) -> Result<Vec<Turn>, ChatError> {
        let mut view = self.0.parts.db.read().await?;
        let place = (begun.row.chat_id.as_str(), begun.row.number);
        chats::history(&mut view, place, &begun.key).await
    }

    /// Receives an answer until it ends, or is ended.
    async fn receive(
        &self,
        begun: &Begun,
        turns: &[Turn],
        live: &Live,
        mut answer: AnswerSoFar,
    ) -> Ended {
        let parts = &self.0.parts;
        let until = Instant::now() + parts.waits.answer;
        let (most_words, by_quota) = (begun.most_words, begun.by_quota);
        let (model, what) = (&begun.version.model, (turns, most_words));
        let asked = Answering::begin(&parts.outbound, model, what, parts.waits);
        let mut answering = tokio::select! {
            () = live.stopped.cancelled() => return answer.ended(TurnState::Stopped),
            () = live.cut.cancelled() => return answer.ended(TurnState::Cut),
            asked = asked => match asked {
                Ok(answering) => answering,
                Err(error) => return answer.failed(error),
            },
        };
        let mut gather_until = None::<Instant>;
        let mut state = TurnState::Whole;
        loop {
            let gathered = gather_until.unwrap_or(until);
            let part = tokio::select! {
                biased;
                () = live.stopped.cancelled() => { state = TurnState::Stopped; break }
                () = live.cut.cancelled() => { state = TurnState::Cut; break }
                () = sleep_until(until) => { state = TurnState::Cut; break }
                () = sleep_until(gathered), if gather_until.is_some() => {
                    gather_until = None;
                    self.send_piece(begun, &mut answer);
                    continue;
                }
                part = answering.next() => part,
            };
            match part {
                Ok(Some(Part::Text(text))) => {
                    let taken = answer.take(&text, most_words);
                    live.push(&text[..taken]);
                    if answer.gathered.len() >= PIECE {
                        gather_until = None;
                        self.send_piece(begun, &mut answer);
                    } else {
                        gather_until.get_or_insert_with(|| Instant::now() + GATHERED_FOR);
                    }
                    if taken < text.len() {
                        state = if by_quota {
                            TurnState::UsedUp
                        } else {
                            TurnState::Long
                        };
                        break;
                    }
                }
                Ok(Some(Part::Usage {
                    question,
                    answer: tokens,
                })) => {
                    answer.tokens = Some((question, tokens));
                }
                Ok(Some(Part::End { was_cut })) => {
                    if was_cut {
                        state = TurnState::Long;
                    }
                }
                Ok(None) => break,
                Err(error) => return answer.failed(error),
            }
        }
        answer.ended(state)
    }

    /// Hands what was gathered to the task that stores pieces.
    fn send_piece(&self, begun: &Begun, answer: &mut AnswerSoFar) {
        let text = std::mem::take(&mut answer.gathered);
        let (number, words) = (answer.pieces, answer.count.words() - answer.stored_words);
        let place = piece_place(&begun.row.id, number);
        let Ok(content) = begun.key.seal(&place, &text) else {
            return;
        };
        answer.pieces += 1;
        answer.stored_words += words;
        let _ = self.0.entries.send(Entry::Piece {
            answer_id: begun.row.id.clone(),
            number,
            words,
            content,
        });
    }

    /// Ends answers that somebody asked another process to stop, and those of people who may no longer use the assistant
    /// (attack 24).
    async fn look_after(self) {
        let mut every = interval(LOOK_EVERY);
        every.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut seen, mut looks) = (None, 0);
        loop {
            every.tick().await;
            let running = self.0.running.all();
            if running.is_empty() {
                continue;
            }
            let now_is = self.0.changes.now();
            looks += 1;
            let is_due = now_is.is_none() || now_is != seen || looks >= CHECK_AGAIN;
            let looked = self.look(&running, is_due).await;
            match looked {
                Ok(()) if is_due => (seen, looks) = (now_is, 0),
                Ok(()) => {}
                Err(error) => tracing::warn!(%error, "cannot look after answers"),
            }
        }
    }

    async fn look(&self, running: &[(String, Arc<Live>)], is_due: bool) -> Result<(), DbError> {
        let mut view = self.0.parts.db.read().await?;
        let asked = answers::asked_to_stop(&mut view, &self.0.holder).await?;
        for (_, live) in running.iter().filter(|(id, _)| asked.contains(id)) {
            live.stopped.cancel();
        }
        if !is_due {
            return Ok(());
        }
        let mut may = HashMap::new();
        for (_, live) in running {
            let account_id = live.account_id.as_str();
            let known = may.get(account_id).copied();
            let may_go_on = match known {
                Some(known) => known,
                None => self.still_may(&mut view, account_id).await?,
            };
            may.insert(account_id, may_go_on);
            if !may_go_on {
                live.cut.cancel();
            }
        }
        Ok(())
    }

    async fn still_may(&self, view: &mut dyn Reads, account_id: &str) -> Result<bool, DbError> {
        let (zone, now) = (&self.0.parts.zone, self.0.parts.clock.now());
        let account = directory::find(view, account_id).await?;
        let account = account.filter(|account| directory::may_sign_in(account, now, zone).is_ok());
        match account {
            Some(account) => self.is_authorized(view, &account).await,
            None => Ok(false),
        }
    }

    fn day_at(&self, now: Millis) -> Millis {
        begin_of_day(now, 0, &self.0.parts.zone)
    }
}

/// The place of an answer among those of this process. However its task ends, nobody waits for it for ever.
struct Place {
    assistant: Assistant,
    id: String,
    live: Arc<Live>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.live.end_if_open(TurnState::Cut);
        self.assistant.0.running.remove(&self.id);
    }
}
