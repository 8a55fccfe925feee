//! Answers that are read in another process than writes them, and what they hold meanwhile.

use std::time::Duration;

use atrium::config::Config;
use atrium::db::{DbError, SqlQuery};

use super::chat_stage::{
    ask, chatter, cost, end, live, live_after, next, of, quiet, read, rest, said, server,
    server_on, stored_piece, talk, waiting,
};
use crate::support::ai_provider::AiProvider;
use crate::support::database;
use crate::support::product_api::Server;

/// Longer than the pause between two looks for pieces of another process.
const PING: Duration = Duration::from_millis(600);

/// `Last-Event-ID` goes on in another process while the answer arrives, also if the reader has more of it than is stored yet: every
/// piece comes once.
#[tokio::test]
async fn an_answer_goes_on_in_another_process_while_it_arrives() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let here = server(&database, &provider, 1_000).await;
        let ping = |config: &mut Config| config.assistant.waits.ping = PING;
        let there = Server::with(&database.again().await, ping).await;
        let dan = chatter(&here, "DanChats").await;
        for is_stored in [true, false] {
            let (_, answer) = ask(&here, &dan, None, "wait").await;
            let mut first = live(&here, &dan, &of(&answer)).await;
            let shown = next(&mut first).await;
            assert!(shown.contains("first "), "{shown}");
            let id = read(&shown)[0].1.clone();
            drop(first);
            stored_piece(&here, &answer).await;
            if !is_stored {
                forget_pieces(&here).await;
            }
            let mut stream = live_after(&there, &dan, &of(&answer), Some(&id)).await;
            // It has looked for more, and found nothing.
            quiet(&mut stream).await;
            provider.go_on();
            let rest = rest(stream).await;
            assert_eq!((said(&rest).as_str(), end(&rest)), ("second", (0, 2)));
        }
    }
}

/// As if no piece had been stored yet.
async fn forget_pieces(server: &Server) {
    let forgotten = server.db().write::<_, DbError, _>(|tx| {
        Box::pin(async move {
            let all = SqlQuery::kept("DELETE FROM chat_pieces");
            all.execute(tx).await
        })
    });
    forgotten.await.unwrap();
}

/// While a model answers, neither the stream nor the call that waits for the whole answer holds a connection: with a single one,
/// other calls are answered.
#[tokio::test]
async fn an_answer_that_arrives_holds_no_connection() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server_on(&database.narrow().await, &provider, |_| {}).await;
        let (dan, eve) = (
            chatter(&server, "DanChats").await,
            chatter(&server, "EveChats").await,
        );
        let others = async {
            waiting(&provider, 1).await;
            let (_, answer) = ask(&server, &eve, None, "wait").await;
            let mut stream = live(&server, &eve, &of(&answer)).await;
            assert!(next(&mut stream).await.contains("first "));
            waiting(&provider, 2).await;
            for _ in 0..5 {
                assert!(cost(&server, &eve).await["held"].as_i64() > Some(0));
            }
            provider.go_on();
            provider.go_on();
        };
        let (answered, ()) = tokio::join!(talk(&server, &dan, None, "wait"), others);
        assert_eq!(answered["status"], 0, "{answered}");
    }
}
