//! The assistant: chats, questions, quota (contract C-123 to C-129).

pub mod bodies;
mod stream;

use std::sync::Arc;

use axum::extract::State;

pub use stream::*;

use self::bodies::{
    AskBody, Asked, Authority, ChatIdBody, ChatIdQuery, ChatInfo, ChatRow, ChatVersion, Cost,
    TalkBody,
};
use crate::assistant::{AnswerEvent, ChatError, chats};
use crate::calls::{Caller, WritingCaller, operation};
use crate::db::Reads;
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::Fields;
use crate::state::AppState;

/// Whether the caller may use the assistant
#[operation(tag = "chat-gpt")]
pub async fn authority(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<Authority> {
    let account = caller.account();
    let authorized = state
        .assistant
        .is_authorized(caller.view(), &account)
        .await?;
    Ok(Answer(Authority { authorized }))
}

/// The versions of the assistant
///
/// What a question can be sent to. The first is used if a question names none.
#[operation(tag = "chat-gpt")]
pub async fn chat_versions(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<Vec<ChatVersion>> {
    require(&state, &mut caller).await?;
    let versions = state.assistant.versions(caller.view()).await?;
    Ok(Answer(
        versions.into_iter().map(ChatVersion::from).collect(),
    ))
}

/// The caller's chats, newest first
#[operation(tag = "chat-gpt")]
pub async fn chat_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<Vec<ChatRow>> {
    require(&state, &mut caller).await?;
    let account = caller.account();
    let secrets = state.assistant.secrets();
    let found = chats::list(caller.view(), &account.id, secrets).await?;
    Ok(Answer(found.into_iter().map(ChatRow::from).collect()))
}

/// A chat of the caller
#[operation(tag = "chat-gpt", params(ChatIdQuery))]
pub async fn chat_info(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<ChatIdQuery>,
) -> Answered<ChatInfo> {
    require(&state, &mut caller).await?;
    let account = caller.account();
    let whose = (query.chat_id.as_str(), account.id.as_str());
    let found = chats::chat(caller.view(), whose, state.assistant.secrets()).await?;
    Ok(Answer(ChatInfo::from(found)))
}

/// What the caller has used this month
///
/// In words: a Chinese character, or a run of letters and digits, is one word.
#[operation(tag = "chat-gpt")]
pub async fn chat_cost(State(state): State<Arc<AppState>>, mut caller: Caller) -> Answered<Cost> {
    require(&state, &mut caller).await?;
    let (account, now) = (caller.account(), caller.now);
    let figures = state
        .assistant
        .figures(caller.view(), &account, now)
        .await?;
    Ok(Answer(Cost::from(figures)))
}

/// Begin a chat, as GET
///
/// The same as the POST call, for older clients.
#[operation(tag = "chat-gpt")]
pub async fn chat_add(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
) -> Answered<ChatRow> {
    add(state, caller).await
}

/// Begin a chat
///
/// Answers an empty chat of the caller, which may be one that is there.
#[operation(tag = "chat-gpt")]
pub async fn chat_add_post(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
) -> Answered<ChatRow> {
    add(state, caller).await
}

async fn add(state: Arc<AppState>, mut caller: WritingCaller) -> Answered<ChatRow> {
    require_to_write(&state, &mut caller).await?;
    let account = caller.account();
    let added = caller.write::<_, ChatError, _>(move |tx, audit| {
        Box::pin(async move {
            let assistant = &state.assistant;
            let by = (assistant.secrets(), assistant.random());
            chats::add(tx, &account.id, by, audit.now).await
        })
    });
    let chat_id = added.await?;
    Ok(Answer(ChatRow {
        chat_id,
        title: String::new(),
    }))
}

/// Delete a chat, as GET
///
/// The same as the POST call, for older clients.
#[operation(tag = "chat-gpt", params(ChatIdQuery))]
pub async fn chat_del(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<ChatIdQuery>,
) -> Answered<Empty> {
    delete(state, caller, query.chat_id).await
}

/// Delete a chat
///
/// With everything that was said in it. What it cost stays counted. A chat that is not there is no error.
#[operation(tag = "chat-gpt", request_body = ChatIdBody)]
pub async fn chat_del_post(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<ChatIdBody>,
) -> Answered<Empty> {
    delete(state, caller, body.chat_id).await
}

async fn delete(
    state: Arc<AppState>,
    mut caller: WritingCaller,
    chat_id: String,
) -> Answered<Empty> {
    require_to_write(&state, &mut caller).await?;
    let account = caller.account();
    let deleted = caller.write::<_, ChatError, _>(move |tx, _| {
        Box::pin(async move { Ok(chats::delete(tx, &chat_id, &account.id).await?) })
    });
    deleted.await?;
    Ok(Answer(Empty))
}

/// Ask, and wait for the whole answer
///
/// The last turn of `messageList` is the question. The server has the earlier turns of a chat and needs no others. The answer
/// may take 300 seconds. It goes on if the caller leaves, and `chat/info` has it then.
#[operation(tag = "chat-gpt", request_body = TalkBody)]
pub async fn chat(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<TalkBody>,
) -> Answered<ChatInfo> {
    require_to_write(&state, &mut caller).await?;
    let (account, version_id) = (caller.account(), body.version_id);
    let question = body.question()?;
    let place = state.assistant.reader_place(&account.id)?;
    let caller = caller.end_view();
    let (asking, asked_by) = (Arc::clone(&state), Arc::clone(&account));
    let asked = caller.write_with_retry::<_, ChatError, _>(move |tx, audit| {
        let (state, account) = (Arc::clone(&asking), Arc::clone(&asked_by));
        let question = question.clone();
        Box::pin(async move {
            let what = (&question, version_id);
            state.assistant.ask(tx, &account, what, audit.now).await
        })
    });
    let (chat_id, answer_id) = asked.await?;
    let mut follower = state.assistant.follow(place, &answer_id, 0).await?;
    let mut end = None;
    while let Some(news) = follower.next().await? {
        if let AnswerEvent::End { state, words } = news {
            end = Some((state, words));
        }
    }
    if let Some((failed, 0)) = end {
        ChatError::of_end(failed).map_or(Ok(()), Err)?;
    }
    // It may be 300 seconds later (attack 24).
    let mut view = caller.uncounted_view().await?;
    caller.still_allowed(&mut view).await?;
    check(&state, &mut view, &account).await?;
    let whose = (chat_id.as_str(), account.id.as_str());
    let found = chats::chat(&mut view, whose, state.assistant.secrets()).await?;
    Ok(Answer(ChatInfo::from(found)))
}

/// Refuses (100013) unless the caller may use the assistant (contract F-33).
async fn require(state: &AppState, caller: &mut Caller) -> Result<(), ApiError> {
    let account = caller.account();
    check(state, caller.view(), &account).await
}

async fn require_to_write(state: &AppState, caller: &mut WritingCaller) -> Result<(), ApiError> {
    let account = caller.account();
    check(state, caller.view(), &account).await
}

pub(super) async fn check(
    state: &AppState,
    view: &mut dyn Reads,
    account: &crate::directory::Account,
) -> Result<(), ApiError> {
    if state.assistant.is_authorized(view, account).await? {
        Ok(())
    } else {
        Err(ApiError::NotAuthorized)
    }
}

/// What begins an answer.
pub(super) async fn begin(
    state: Arc<AppState>,
    mut caller: WritingCaller,
    body: AskBody,
) -> Answered<Asked> {
    require_to_write(&state, &mut caller).await?;
    let (account, version_id) = (caller.account(), body.version_id);
    let question = body.question();
    let asked = caller.create::<_, ChatError, _>(move |tx, audit| {
        let (state, account) = (Arc::clone(&state), Arc::clone(&account));
        let question = question.clone();
        Box::pin(async move {
            let what = (&question, version_id);
            let (chat_id, answer_id) = state.assistant.ask(tx, &account, what, audit.now).await?;
            Ok(Asked { chat_id, answer_id })
        })
    });
    Ok(Answer(asked.await?))
}
