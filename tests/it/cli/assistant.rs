//! The assistant as an operator sets it up: versions of the settings file, and `keys reseal`.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;

use atrium::assistant::AssistantSecrets;
use atrium::db::{Db, DbError, DbOptions, SqlQuery};
use atrium::keys::Master;
use atrium::random::Random;
use serde_json::json;

use super::{Place, text};
use crate::support::rows;

/// G-79: the key of a version stands in a file of its own. A file that cannot be read is a wrong setting, named with its version.
#[test]
fn a_key_file_that_cannot_be_read_is_a_wrong_setting() {
    let place = Place::new();
    let settings = "[[assistant.version]]\nid = 7\nvalue = \"Large\"\nbase_url = \"https://ai.example.com/v1\"\n\
        model = \"large-1\"\nkey_file = \"missing.key\"\n";
    std::fs::write(place.folder.path().join("atrium.toml"), settings).unwrap();
    let output = place.run(&["serve"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("\n  assistant.version "), "{said}");
    assert!(said.contains("assistant.version 7: "), "{said}");
    assert!(said.contains("missing.key: No such file"), "{said}");
}

/// `keys reseal`: chats and the keys of versions open under the new master secret, and no longer under the old one.
#[tokio::test]
async fn chats_and_keys_of_versions_are_resealed() {
    let place = Place::new();
    assert!(place.run(&["keys", "rotate", "--now"]).status.success());
    let folder = place.folder.path();
    let secrets = |file: &Path| {
        let master = Master::load(file).unwrap();
        AssistantSecrets::new(Arc::new(master), Random::system())
    };
    let old = secrets(&folder.join("data/master.key"));
    let address = "https://ai.example.com/v1";
    let chat_key = old.new_chat_key("chat-1").unwrap();
    let chat = json!({
        "id": "chat-1", "account_id": "dan", "sealed_key": chat_key, "master_id": old.master_id(), "title": "",
        "turns": 0, "created_at": 0, "changed_at": 0,
    });
    let version = json!({
        "id": 1_001, "value": "Stored", "base_url": address,
        "sealed_key": old.seal_provider_key(address, "sk-1").unwrap(), "master_id": old.master_id(), "model": "m",
        "price_in": 0, "price_out": 0, "max_answer_words": 10, "status": 0, "version": 1, "changed_at": 0,
    });
    let url = format!("sqlite:{}", folder.join("data/atrium.db").display());
    let db = Db::connect(&DbOptions::new(&url)).await.unwrap();
    let filled = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            rows::insert(tx, "chats", &chat).await?;
            rows::insert(tx, "assistant_versions", &version).await
        })
    });
    filled.await.unwrap();
    let file = folder.join("new.key");
    std::fs::write(&file, "another secret of more than 32 bytes").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    let done = place.run(&["keys", "reseal", "new.key"]);
    let printed = text(&done.stdout);
    assert!(done.status.success(), "{done:?}");
    assert!(
        printed.contains("1 chats and 1 keys of AI providers are encrypted"),
        "{printed}"
    );
    let new = secrets(&file);
    let of = async |sql: &'static str| {
        let mut view = db.read().await.unwrap();
        let found = SqlQuery::kept(sql).fetch_one::<(String,)>(&mut view).await;
        found.unwrap().0
    };
    let sealed = of("SELECT sealed_key FROM chats").await;
    assert!(new.chat_key("chat-1", &sealed).is_ok());
    assert!(old.chat_key("chat-1", &sealed).is_err());
    let sealed = of("SELECT sealed_key FROM assistant_versions").await;
    assert_eq!(new.provider_key(address, &sealed).unwrap().expose(), "sk-1");
    assert!(old.provider_key(address, &sealed).is_err());
}
