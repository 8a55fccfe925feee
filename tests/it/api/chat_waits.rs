//! What bounds an answer in time, and what its readers and its log get meanwhile (contract K-08, C-123; attack 24). The servers of
//! these tests wait for less than others do.

use std::time::{Duration, Instant};

use atrium::assistant::TurnState;
use atrium::config::{AssistantWaits, Config};
use serde_json::json;

use super::chat_stage::{
    LIST, STREAM, ask, chatter, cost, end, events, info, live, of, piece, quiet, said, server,
    server_on, talk, waiting,
};
use crate::support::ai_provider::AiProvider;
use crate::support::database::{self};
use crate::support::log::Log;
use crate::support::product_api::Server;

/// K-08: every server gives an answer 300 seconds and a provider 60 of silence, and says every 15 that it is there.
#[test]
fn every_server_waits_the_same() {
    let seconds = |waits: AssistantWaits| {
        [waits.answer, waits.silence, waits.ping].map(|wait| wait.as_secs())
    };
    assert_eq!(seconds(AssistantWaits::USUAL), [300, 60, 15]);
    assert_eq!(seconds(Config::default().assistant.waits), [300, 60, 15]);
}

/// A provider that sends nothing ends the answer: before its first word it costs nothing, in its middle what was delivered.
#[tokio::test]
async fn a_silent_provider_ends_the_answer() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server_on(&database.db, &provider, |config| {
            config.assistant.waits.silence = Duration::from_millis(400);
        });
        let server = server.await;
        let dan = chatter(&server, "DanChats").await;
        for (question, state, answer, spent) in [
            ("stalls", TurnState::Failed, "", 0),
            ("stalls midway", TurnState::Cut, "half of", 4),
        ] {
            let (_, id) = ask(&server, &dan, None, question).await;
            let heard = events(&server, &dan, &id, None).await;
            assert_eq!(said(&heard), answer, "{question}");
            assert_eq!(end(&heard).0, state.code(), "{question}");
            let used = cost(&server, &dan).await;
            let counted = (&used["cost"], &used["held"]);
            assert_eq!(counted, (&json!(spent), &json!(0)), "{question}");
        }
        assert_eq!(provider.asked().len(), 2, "a silent one is not asked again");
    }
}

/// K-08, C-123: an answer that takes too long in all is cut, and the caller gets what has arrived.
#[tokio::test]
async fn k_08_an_answer_ends_after_its_time() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server_on(&database.db, &provider, |config| {
            config.assistant.waits.answer = Duration::from_millis(600);
        });
        let server = server.await;
        let dan = chatter(&server, "DanChats").await;
        let begun = Instant::now();
        let answered = talk(&server, &dan, None, "wait").await;
        assert!(begun.elapsed() >= Duration::from_millis(600));
        let turn = &answered["data"]["messageList"][1];
        assert_eq!(
            (&turn["state"], &turn["content"]),
            (&json!(TurnState::Cut.code()), &json!("first "))
        );
        let used = cost(&server, &dan).await;
        assert_eq!((&used["cost"], &used["held"]), (&json!(2), &json!(0)));
    }
}

/// C-123: the answer belongs to the server. It goes on when its caller leaves, and `chat/info` has it then.
#[tokio::test]
async fn an_answer_goes_on_when_its_caller_leaves() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        let dan = chatter(&server, "DanChats").await;
        tokio::select! {
            answered = talk(&server, &dan, None, "wait") => panic!("{answered}"),
            () = waiting(&provider, 1) => {}
        }
        let chats = server.get_as(&dan, LIST).await.data();
        let chat = chats[0]["chatId"].as_str().unwrap();
        let shown = info(&server, &dan, chat).await;
        let turn = &shown["messageList"][1];
        assert_eq!(turn["state"], TurnState::Arriving.code());
        let answer = turn["answerId"].as_str().unwrap();
        provider.go_on();
        let heard = events(&server, &dan, answer, None).await;
        assert_eq!(
            (said(&heard).as_str(), end(&heard)),
            ("first second", (0, 2))
        );
        let shown = info(&server, &dan, chat).await;
        assert_eq!(shown["messageList"][1]["content"], "first second");
        assert_eq!(cost(&server, &dan).await["cost"], 3);
    }
}

/// A stream that has nothing to say says so again and again, so that nothing between takes it for dead.
#[tokio::test]
async fn a_quiet_stream_says_that_it_is_there() {
    let database = database::sqlite().await;
    let provider = AiProvider::start().await;
    let server = server_on(&database.db, &provider, |config| {
        config.assistant.waits.ping = Duration::from_millis(100);
    });
    let server = server.await;
    let dan = chatter(&server, "DanChats").await;
    let (_, answer) = ask(&server, &dan, None, "wait").await;
    let mut stream = live(&server, &dan, &of(&answer)).await;
    for _ in 0..3 {
        quiet(&mut stream).await;
    }
    provider.go_on();
    while !piece(&mut stream).await.contains("event: end") {}
}

/// A server that is stopped gives an answer the time to end whole.
#[tokio::test]
async fn an_answer_that_ends_in_time_is_whole_when_its_server_stops() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let here = server(&database, &provider, 1_000).await;
        let mut there = Server::with(&database.again().await, |_| {}).await;
        let dan = chatter(&here, "DanChats").await;
        let (chat, _) = ask(&here, &dan, None, "wait").await;
        waiting(&provider, 1).await;
        let Server { app, router, .. } = here;
        let of_there = std::mem::replace(&mut there.router, router);
        let goes_on = async {
            // The stop has begun: the server that stops takes no more questions.
            let refused = there
                .post_as(&dan, STREAM, &json!({ "text": "more" }))
                .await;
            assert_eq!(refused.http, 503, "{refused:?}");
            provider.go_on();
        };
        tokio::join!(biased; app.stop(), goes_on);
        there.router = of_there;
        let shown = info(&there, &dan, &chat).await;
        let turn = &shown["messageList"][1];
        assert_eq!(
            (&turn["state"], &turn["content"]),
            (&json!(TurnState::Whole.code()), &json!("first second"))
        );
        let used = cost(&there, &dan).await;
        assert_eq!((&used["cost"], &used["held"]), (&json!(3), &json!(0)));
    }
}

/// Privacy: no level of the log has a question, a title, an answer or a key, also when the provider fails and quotes them.
#[tokio::test]
async fn nothing_that_was_said_is_in_a_log() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let folder = tempfile::tempdir().unwrap();
        let key_file = folder.path().join("provider.key");
        std::fs::write(&key_file, "sk-zanzibar").unwrap();
        let server = server_on(&database.db, &provider, |config| {
            config.assistant.version[0].key_file = key_file;
        });
        let server = server.await;
        let dan = chatter(&server, "DanChats").await;
        let log = Log::listen_to_everything();
        log.listen_to_writes(server.db()).await;
        let asked = talk(&server, &dan, None, "Where is Quagadougou?").await;
        assert_eq!(asked["status"], 0, "{asked}");
        let chat = asked["data"]["chatId"].as_str().unwrap();
        let failed = talk(&server, &dan, Some(chat), "quoted Quagadougou").await;
        assert_ne!(failed["status"], 0, "{failed}");
        let (_, answer) = ask(&server, &dan, None, "reported").await;
        events(&server, &dan, &answer, None).await;
        let text = log.text();
        assert!(
            text.contains("the provider of the assistant failed"),
            "{text}"
        );
        for secret in ["Quagadougou", "你好", "sk-zanzibar"] {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
        let asked = provider.asked();
        assert!(
            asked
                .iter()
                .all(|one| one.credential == "Bearer sk-zanzibar")
        );
    }
}
