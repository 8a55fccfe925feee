//! Answers of the assistant while they arrive: who follows them, who stops them, and what ends them.

use atrium::assistant::{LateAnswers, TurnState};
use atrium::clock::MINUTE;
use atrium::jobs::Routine as _;
use serde_json::json;

use super::chat_stage::{
    LIST, STOP, ask, chatter, cost, end, events, info, live, next, of, read, said, server,
    stored_piece, talk,
};
use crate::support::ai_provider::AiProvider;
use crate::support::database::{self};
use crate::support::product_api::Server;

/// A reload goes on where it was; another process reads along from what is stored; the whole text comes once.
#[tokio::test]
async fn an_answer_is_followed_from_anywhere() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let here = server(&database, &provider, 1_000).await;
        let there = Server::with(&database.db, |_| {}).await;
        let dan = chatter(&here, "DanChats").await;
        let (chat, answer) = ask(&here, &dan, None, "wait").await;
        // The first piece is stored within half a second, so another process has it.
        let path = of(&answer);
        let mut first = live(&here, &dan, &path).await;
        assert!(next(&mut first).await.contains("first "));
        let mut elsewhere = live(&there, &dan, &path).await;
        let shown = next(&mut elsewhere).await;
        assert!(shown.contains("first "), "{shown}");
        let id = read(&shown)[0].1.clone();
        assert_eq!(
            info(&here, &dan, &chat).await["messageList"][1]["state"],
            TurnState::Arriving.code()
        );
        drop((first, elsewhere));
        provider.go_on();
        let rest = events(&here, &dan, &answer, Some(&id)).await;
        assert_eq!((said(&rest).as_str(), end(&rest)), ("second", (0, 2)));
        for server in [&here, &there] {
            let whole = events(server, &dan, &answer, None).await;
            assert_eq!(
                (said(&whole).as_str(), end(&whole)),
                ("first second", (0, 2))
            );
        }
        assert_eq!(cost(&there, &dan).await["cost"], 3);
    }
}

/// "Stop" is a call, from any process; what arrived stays and is counted.
#[tokio::test]
async fn an_answer_is_stopped_from_another_process() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let here = server(&database, &provider, 1_000).await;
        let there = Server::with(&database.db, |_| {}).await;
        let dan = chatter(&here, "DanChats").await;
        let (chat, answer) = ask(&here, &dan, None, "wait").await;
        let mut stream = live(&here, &dan, &of(&answer)).await;
        assert!(next(&mut stream).await.contains("first "));
        there
            .post_as(&dan, STOP, &json!({ "answerId": answer }))
            .await
            .data();
        let heard = events(&here, &dan, &answer, None).await;
        assert_eq!(
            (said(&heard).as_str(), end(&heard)),
            ("first ", (TurnState::Stopped.code(), 1))
        );
        assert_eq!(
            info(&here, &dan, &chat).await["messageList"][1]["content"],
            "first "
        );
        let used = cost(&here, &dan).await;
        assert_eq!((&used["cost"], &used["held"]), (&json!(2), &json!(0)));
        // It may be stopped twice.
        here.post_as(&dan, STOP, &json!({ "answerId": answer }))
            .await
            .data();
    }
}

/// K-08. A process that died: after 310 seconds its answer is cut, with what it stored, and what it held is free.
#[tokio::test]
async fn what_a_dead_process_held_is_free_again() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 400).await;
        let dan = chatter(&server, "DanChats").await;
        let (chat, answer) = ask(&server, &dan, None, "wait").await;
        let mut stream = live(&server, &dan, &of(&answer)).await;
        assert!(next(&mut stream).await.contains("first "));
        stored_piece(&server, &answer).await;
        // The answer is never ended by its process: the provider waits for good, and the clock goes on.
        assert_eq!(cost(&server, &dan).await["held"], 301);
        let late = LateAnswers {
            secrets: server.state().assistant.secrets().clone(),
            zone: server.state().zone.clone(),
        };
        server.clock.advance(5 * MINUTE + 9_000);
        let dan = server.signed_in(&dan.id).await;
        late.run(server.db(), server.clock.now()).await.unwrap();
        let used = cost(&server, &dan).await;
        let before = (&used["cost"], &used["held"]);
        assert_eq!(before, (&json!(0), &json!(301)), "its process may be alive");
        server.clock.advance(2_000);
        // 400 words less the 2 that were used: the next question may hold everything that it needs.
        let (_, next_answer) = ask(&server, &dan, None, "wait").await;
        let used = cost(&server, &dan).await;
        assert_eq!((&used["cost"], &used["held"]), (&json!(2), &json!(301)));
        let cut = info(&server, &dan, &chat).await;
        assert_eq!(cut["messageList"][1]["state"], TurnState::Cut.code());
        assert_eq!(cut["messageList"][1]["content"], "first ");
        // Its process comes back and ends it a second time: nothing is counted twice.
        provider.go_on();
        provider.go_on();
        events(&server, &dan, &next_answer, None).await;
        let used = cost(&server, &dan).await;
        assert_eq!((&used["cost"], &used["held"]), (&json!(5), &json!(0)));
        server
            .post_as(&dan, STOP, &json!({ "answerId": next_answer }))
            .await
            .data();
    }
}

/// Attack 44: a person has a few readers at a time, and each place is free again when its reader has gone.
#[tokio::test]
async fn attack_44_a_person_reads_a_few_streams_at_a_time() {
    let database = database::sqlite().await;
    let provider = AiProvider::start().await;
    let server = server(&database, &provider, 1_000).await;
    let dan = chatter(&server, "DanChats").await;
    let (_, answer) = ask(&server, &dan, None, "wait").await;
    let path = of(&answer);
    let mut streams = Vec::new();
    for _ in 0..8 {
        streams.push(live(&server, &dan, &path).await);
    }
    let refused = server.get_as(&dan, &path).await;
    assert_eq!(refused.http, 429);
    let words = "You are reading as many answers as you can at a time. Close another window of the assistant.";
    assert_eq!(refused.json()["msg"], words);
    // C-123: who has no place to read the answer asks nothing, and it costs nothing.
    let before = cost(&server, &dan).await;
    assert_eq!(talk(&server, &dan, None, "Hi").await["msg"], words);
    assert_eq!(cost(&server, &dan).await, before);
    let chats = server.get_as(&dan, LIST).await.data();
    assert_eq!(chats.as_array().unwrap().len(), 1);
    assert_eq!(provider.asked().len(), 1);
    streams.clear();
    provider.go_on();
    assert_eq!(
        said(&events(&server, &dan, &answer, None).await),
        "first second"
    );
}
