//! Every call that writes leaves an entry of its own, with who did
//! it. The test goes through the table of calls with the requests of `samples.rs`.

use std::collections::BTreeSet;

use atrium::api::CALLS;
use atrium::audit::{self, AuditFilter, Recorded};
use atrium::db::list::Paging;

use super::everybody::{ask, fields_of, furnish, of_call, proof};
use super::expected_rights::{Asker, EXPECTED, status};
use crate::support::product_api::Server;
use crate::support::{database, trail};

/// Calls that write and have no audit entry, each with the reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "POST",
        "/api/security/user/forget-pwd",
        "nobody is signed in, and the job that sends the link leaves the entry",
    ),
    (
        "POST",
        "/api/security/acc-user/register",
        "nothing is stored before the address is confirmed",
    ),
    (
        "GET",
        "/api/security/chat-gpt/chat/add",
        "what people say to the assistant is nobody else's business",
    ),
    (
        "POST",
        "/api/security/chat-gpt/chat/add",
        "what people say to the assistant is nobody else's business",
    ),
    (
        "GET",
        "/api/security/chat-gpt/chat/del",
        "what people say to the assistant is nobody else's business",
    ),
    (
        "POST",
        "/api/security/chat-gpt/chat/del",
        "what people say to the assistant is nobody else's business",
    ),
    (
        "POST",
        "/api/security/chat-gpt/chat",
        "what people say to the assistant is nobody else's business",
    ),
    (
        "POST",
        "/api/security/chat-gpt/stream",
        "what people say to the assistant is nobody else's business",
    ),
    (
        "POST",
        "/api/security/chat-gpt/stream/stop",
        "what people say to the assistant is nobody else's business",
    ),
    (
        "POST",
        "/api/security/account/passkeys/offer",
        "an offer is no event",
    ),
    (
        "POST",
        "/api/security/admin/provider/test",
        "a test changes nothing",
    ),
    (
        "POST",
        "/api/wechat/wxa/generatescheme",
        "a link of the platform is no event",
    ),
    (
        "POST",
        "/api/security/wechat/wxa/generatescheme",
        "a link of the platform is no event",
    ),
    (
        "POST",
        "/api/security/account/messaging-app/invite",
        "a link of the platform is no event",
    ),
    (
        "GET",
        "/api/security/app/login-count",
        "openings are counted, not audited",
    ),
    (
        "POST",
        "/api/security/app/login-count",
        "openings are counted, not audited",
    ),
    (
        "POST",
        "/api/security/page-view",
        "views are counted, not audited",
    ),
    (
        "POST",
        "/api/security/app/favourite",
        "how a person arranges home is no event",
    ),
    (
        "POST",
        "/api/security/app/order",
        "how a person arranges home is no event",
    ),
    (
        "POST",
        "/api/security/app/hide",
        "how a person arranges home is no event",
    ),
    (
        "POST",
        "/api/security/app/leave-welcome",
        "how a person arranges home is no event",
    ),
    (
        "GET",
        "/api/security/user/user-group/click-monitor",
        "a hint that was seen is no event",
    ),
    (
        "POST",
        "/api/security/user/user-group/click-monitor",
        "a hint that was seen is no event",
    ),
    (
        "GET",
        "/api/security/admin/user-group/user-select-list",
        "a search of a person who may see the list of accounts; `people_search` tests the others",
    ),
    (
        "POST",
        "/api/security/admin/message/read",
        "an announcement that was read is no event",
    ),
    (
        "POST",
        "/api/security/survey/later",
        "what a person does with a survey is no event",
    ),
    (
        "POST",
        "/api/security/survey/answer",
        "an entry would lead from an answer to a person",
    ),
    (
        "POST",
        "/api/security/admin/mail/sample/send",
        "an email of invented data, to the caller alone",
    ),
    (
        "GET",
        "/api/security/account/absence/option-list",
        "a search of a person who may see the list of accounts; `own_absence` tests the others",
    ),
    (
        "GET",
        "/api/security/find/people",
        "a search of a person who may see the list of accounts; `find` tests the others",
    ),
    (
        "GET",
        "/api/security/admin/assistant/account/option-list",
        "a search of a person who may see the list of accounts; `people_search` tests the others",
    ),
    (
        "GET",
        "/api/security/admin/iris-mapping/account/option-list",
        "a search of a person who may see the list of accounts; `people_search` tests the others",
    ),
    (
        "GET",
        "/api/security/admin/feedback/assignee/option-list",
        "a search of a person who may see the list of accounts; `people_search` tests the others",
    ),
    (
        "GET",
        "/api/security/admin/role/assign/user-list",
        "a search of a person who may see the list of accounts; `people_search` tests the others",
    ),
];

/// The event that each other writing call leaves at least; written down apart from the code, because a call may leave
/// several entries, and a missing one would not be noticed. A path is followed by the case if the cases leave different
/// events.
#[rustfmt::skip]
const LEAVES: &[(&str, &str, &str)] = &[
    ("POST", "/api/security/acc-login", "sign_in.succeeded"),
    ("POST", "/api/security/logout", "session.ended"),
    ("POST", "/api/security/user/set-lang", "account.changed"),
    ("POST", "/api/security/account/messaging-app/link", "account.changed"),
    ("POST", "/api/security/account/passkeys/finish", "passkey.added"),
    ("POST", "/api/security/account/passkeys/rename", "passkey.renamed"),
    ("POST", "/api/security/account/passkeys/remove", "passkey.removed"),
    ("GET", "/api/security/admin/audit/export", "audit.exported"),
    ("GET", "/api/security/admin/user/export", "list.exported"),
    ("GET", "/api/security/admin/agency-request/export", "list.exported"),
    ("GET", "/api/security/admin/app/access_application_export", "list.exported"),
    ("GET", "/api/security/admin/role/export", "list.exported"),
    ("GET", "/api/security/admin/role/assign/user-export", "list.exported"),
    ("GET", "/api/security/admin/user-group/user-export", "list.exported"),
    ("GET", "/api/security/admin/user-group/member-export", "list.exported"),
    ("GET", "/api/security/admin/job/export", "list.exported"),
    ("GET", "/api/security/admin/access/export", "list.exported"),
    ("GET", "/api/security/admin/module/export", "list.exported"),
    ("GET", "/api/security/admin/application/export", "list.exported"),
    ("GET", "/api/security/admin/app/export", "list.exported"),
    ("GET", "/api/security/admin/user-group/export", "list.exported"),
    ("POST", "/api/security/admin/user/import", "account.changed"),
    ("GET", "/api/security/admin/user/home", "account.home_seen"),
    ("POST", "/api/security/admin/user/session/end", "session.ended"),
    ("POST", "/api/security/admin/user/session/end-all", "session.ended"),
    ("POST", "/api/security/admin/user/mail/approved", "link.sent"),
    ("POST", "/api/security/admin/mail/approved", "link.sent"),
    ("POST", "/api/security/account/session/end", "session.ended"),
    ("POST", "/api/security/account/session/end-others", "session.ended"),
    ("POST", "/api/security/user/change-pwd", "password.changed"),
    ("POST", "/api/security/account/lock", "account.changed"),
    ("POST", "/api/security/account/application/withdraw", "consent.withdrawn"),
    ("POST", "/api/security/account/authenticator/add", "factor.changed"),
    ("POST", "/api/security/account/authenticator/remove", "factor.changed"),
    ("POST", "/api/security/account/recovery-codes/renew", "factor.changed"),
    ("POST", "/api/security/account/browser/forget", "factor.changed"),
    ("POST", "/api/security/admin/user/remind-factors", "factor.changed"),
    ("POST", "/api/security/admin/user/require-factor", "factor.changed"),
    ("POST", "/api/security/admin/user/temporary-code", "factor.changed"),
    ("POST", "/api/security/admin/user/lock", "account.changed"),
    ("POST", "/api/security/admin/user/reset-factors", "factor.changed"),
    ("POST", "/api/security/admin/user/delete", "account.deletion"),
    ("POST", "/api/security/admin/user/keep", "account.deletion"),
    ("POST", "/api/security/account/delete", "account.deletion"),
    ("POST", "/api/security/account/email/change", "link.sent"),
    ("GET", "/api/security/account/data", "account.data_exported"),
    ("POST", "/api/security/account/profile/save", "account.changed"),
    ("POST", "/api/security/account/picture", "account.changed"),
    ("POST", "/api/security/account/notifications/save", "account.changed"),
    ("POST", "/api/security/account/absence/save", "account.stand_in"),
    ("POST", "/api/security/account/absence/end", "account.stand_in"),
    ("POST", "/api/security/account/identities/unlink", "identity.unlinked"),
    ("POST", "/api/security/admin/user/identity/unlink", "identity.unlinked"),
    ("POST", "/api/security/admin/user/random-pwd", "password.changed"),
    ("POST", "/api/security/admin/user/update-status", "account.changed"),
    ("POST", "/api/security/admin/user/update", "account.changed"),
    ("POST", "/api/security/admin/access/add", "access_right.changed"),
    ("POST", "/api/security/admin/access/upd", "access_right.changed"),
    ("POST", "/api/security/admin/access/del", "access_right.changed"),
    ("POST", "/api/security/admin/access/confirm", "access_right.changed"),
    ("POST", "/api/security/admin/access/assign-group", "access_right.changed"),
    ("POST", "/api/security/admin/role/add", "role.changed"),
    ("POST", "/api/security/admin/role/upd", "role.changed"),
    ("POST", "/api/security/admin/role/del", "role.changed"),
    ("POST", "/api/security/admin/role/assign-user", "role.given"),
    ("POST", "/api/security/admin/user/assign-role", "role.given"),
    ("POST", "/api/security/admin/user/add-account", "account.changed"),
    ("POST", "/api/security/admin/user/project-examine", "request.decided"),
    ("GET", "/api/security/app/apply", "request.made"),
    ("POST", "/api/security/app/apply", "request.made"),
    ("GET", "/api/security/admin/user-group/add-user-list", "group.people_searched"),
    ("POST", "/api/security/admin/user-group/approve", "request.decided"),
    ("POST", "/api/security/admin/user-group/reject", "request.decided"),
    ("POST", "/api/security/admin/user-group/delete", "group.member_removed"),
    ("POST", "/api/security/admin/user-group/add-user", "group.member_added"),
    ("POST", "/api/security/admin/user-group/extend", "group.member_changed"),
    ("POST", "/api/security/user/user-group/ask-extension", "request.made"),
    ("POST", "/api/security/user/user-group/apply (ask)", "request.made"),
    ("POST", "/api/security/user/user-group/apply (leave)", "group.member_removed"),
    ("POST", "/api/security/user-group/invitation-mail", "group.person_invited"),
    ("POST", "/api/security/user/user-group/invitation-mail", "group.person_invited"),
    ("POST", "/api/security/user-group/invitation/withdraw", "group.registration_invitation"),
    ("POST", "/api/security/user/user-group/withdraw", "request.decided"),
    ("POST", "/api/security/user/user-group/decide", "request.decided"),
    ("POST", "/api/security/admin/application/add", "client.changed"),
    ("POST", "/api/security/admin/provider/add", "provider.changed"),
    ("POST", "/api/security/admin/provider/update", "provider.changed"),
    ("POST", "/api/security/admin/provider/update-status", "provider.changed"),
    ("POST", "/api/security/admin/provider/delete", "provider.changed"),
    ("POST", "/api/security/admin/application/update", "client.changed"),
    ("POST", "/api/security/admin/application/update-status", "client.changed"),
    ("POST", "/api/security/admin/application/rotate-secret", "client.changed"),
    ("POST", "/api/security/admin/job/retry", "job.retried"),
    (
        "POST",
        "/api/security/admin/announcement/file-upload",
        "file.uploaded",
    ),
    ("POST", "/api/security/file/upload", "file.uploaded"),
    ("POST", "/api/security/admin/home-tile/save", "home_tile.changed"),
    ("POST", "/api/security/admin/assistant/version/add", "assistant_version.changed"),
    ("POST", "/api/security/admin/assistant/version/update", "assistant_version.changed"),
    ("POST", "/api/security/admin/assistant/version/delete", "assistant_version.changed"),
    ("POST", "/api/security/admin/assistant/version/test", "assistant_version.tested"),
    ("POST", "/api/security/admin/assistant/quota/set", "assistant_quota.changed"),
    ("GET", "/api/security/admin/assistant/use/export", "list.exported"),
    (
        "POST",
        "/api/security/admin/app/file-upload",
        "file.uploaded",
    ),
    ("POST", "/api/security/admin/user-group/add", "group.changed"),
    ("POST", "/api/security/admin/user-group/upd-info", "group.changed"),
    ("POST", "/api/security/admin/user-group/upd", "group.changed"),
    ("POST", "/api/security/admin/user-group/update-status", "group.changed"),
    ("POST", "/api/security/admin/user-group/update-visible", "group.changed"),
    ("POST", "/api/security/user/assign-agency", "account.changed"),
    ("POST", "/api/security/user/brand/brand-select", "account.changed"),
    ("GET", "/api/security/admin/announcement/export", "list.exported"),
    ("GET", "/api/security/admin/feedback/export", "list.exported"),
    ("POST", "/api/security/user/feedback/submit", "feedback.changed"),
    ("POST", "/api/security/user/feedback/picture", "file.uploaded"),
    ("POST", "/api/security/admin/feedback/upd-status", "feedback.changed"),
    ("POST", "/api/security/admin/feedback/assign", "feedback.changed"),
    ("POST", "/api/security/admin/feedback/answer", "feedback.changed"),
    ("POST", "/api/security/admin/feedback/merge", "feedback.changed"),
    ("POST", "/api/security/admin/announcement/add", "announcement.changed"),
    ("POST", "/api/security/admin/announcement/upd", "announcement.changed"),
    ("POST", "/api/security/admin/announcement/upd-status", "announcement.changed"),
    ("POST", "/api/security/admin/announcement/del", "announcement.changed"),
    ("POST", "/api/security/admin/survey/add", "survey.changed"),
    ("POST", "/api/security/admin/survey/upd", "survey.changed"),
    ("POST", "/api/security/admin/survey/del", "survey.changed"),
    ("GET", "/api/security/admin/survey/results", "survey.results_read"),
    ("GET", "/api/security/admin/survey/export", "survey.results_read"),
    ("POST", "/api/security/admin/iris-mapping/add", "iris_mapping.changed"),
    ("POST", "/api/security/admin/iris-mapping/update", "iris_mapping.changed"),
    ("GET", "/api/security/admin/iris-mapping/export", "list.exported"),
    ("POST", "/api/security/admin/organisation/add", "organisation.changed"),
    ("POST", "/api/security/admin/organisation/update", "organisation.changed"),
    ("GET", "/api/security/admin/organisation/export", "list.exported"),
    ("POST", "/api/security/admin/agency-request/decide", "agency.request_decided"),
    ("POST", "/api/security/admin/account-application/decide", "account.application_decided"),
    ("POST", "/api/security/user-group/account-application/decide", "account.application_decided"),
    ("POST", "/api/security/admin/user-group/update-access", "group.changed"),
    ("POST", "/api/security/admin/user-group/upd-member", "group.member_added"),
    ("POST", "/api/security/admin/user-group/data-access/industry-confirm", "group.changed"),
    ("POST", "/api/security/admin/app/add", "product.changed"),
    ("POST", "/api/security/admin/app/upd", "product.changed"),
    ("POST", "/api/security/admin/app/update-status", "product.changed"),
    ("POST", "/api/security/admin/access/add-module", "module.changed"),
    ("POST", "/api/security/admin/access/updModule", "module.changed"),
    ("POST", "/api/security/admin/access/delete-module", "module.changed"),
];

/// Cases that leave another event than the other cases of their call.
const OF_CASE: &[(&str, &str)] = &[("a whole group", "group.changed")];

/// The callers: the one with the most rights and the one with the fewest.
const ASKERS: [Asker; 2] = [Asker::SuperAdministrator, Asker::Member];

/// The entries of one call, newest first.
async fn of(server: &Server, call: &str) -> Vec<Recorded> {
    let filter = AuditFilter {
        call: Some(call.to_owned()),
        ..AuditFilter::default()
    };
    let paging = Paging {
        page_size: 100,
        ..Paging::default()
    };
    let mut view = trail::settled(server.db()).await;
    audit::page(&mut view, &filter, &paging).await.unwrap().rows
}

#[tokio::test]
async fn every_writing_call_leaves_an_entry_with_its_actor() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let mut faults = Vec::new();
        let mut walked = BTreeSet::new();
        let mut number = 0;
        for call in CALLS.iter().filter(|call| call.effect.writes()) {
            let (verb, path) = of_call(call);
            let rows = EXPECTED.iter().filter(|row| (row.0, row.1) == (verb, path));
            for (row, asker) in rows.flat_map(|row| ASKERS.map(|asker| (row, asker))) {
                if status(row, asker) != 0 {
                    continue;
                }
                number += 1;
                let scene = furnish(&server, number, asker, row).await;
                let fields = fields_of(row)(&scene).await;
                let (proof, _) = proof(&scene, 0).await;
                let name = format!("{verb} {path}");
                let before = of(&server, &name).await;
                let answer = ask(&server, call, &fields, &proof).await;
                assert_eq!(answer.status(), 0, "{row:?} by {asker:?}: {answer:?}");
                let mut entries = of(&server, &name).await;
                entries.retain(|entry| !before.contains(entry));
                walked.insert((verb, path));
                let is_exception = EXCEPTIONS
                    .iter()
                    .any(|(of, at, _)| (*of, *at) == (verb, path));
                if is_exception {
                    continue;
                }
                let case = format!("{path} ({})", row.2);
                let expected = LEAVES
                    .iter()
                    .find(|(of, at, _)| (*of, *at) == (verb, path) || (*of, *at) == (verb, &*case));
                let of_case = OF_CASE.iter().find(|(case, _)| *case == row.2);
                let kind = expected.map_or("its event in LEAVES", |(.., kind)| kind);
                let kind = of_case.map_or(kind, |(_, kind)| kind);
                if !entries.iter().any(|entry| entry.kind == kind) {
                    faults.push(format!("{name} ({}) leaves no entry: {kind}", row.2));
                }
                for entry in &entries {
                    // For a public call nobody is signed in.
                    let expected = (!call.is_public()).then_some(&*scene.account_id);
                    let actor = entry.actor_id.as_deref();
                    if actor.is_none() || expected.is_some_and(|id| actor != Some(id)) {
                        faults.push(format!("{name} ({}) has no actor: {entry:?}", row.2));
                    }
                    // A download is about no single thing. A provider, a tile, a version of the assistant and a file have no
                    // page of their history: the entry names them.
                    let without = [
                        "audit.exported",
                        "list.exported",
                        "provider.changed",
                        "home_tile.changed",
                        "assistant_version.changed",
                        "assistant_version.tested",
                        "file.uploaded",
                    ];
                    let needs_none = without.contains(&&*entry.kind);
                    if entry.object_id.is_none() && !needs_none {
                        faults.push(format!("{name} ({}) is about nothing: {entry:?}", row.2));
                    }
                }
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        let writing = CALLS.iter().filter(|call| call.effect.writes());
        let writing: BTreeSet<_> = writing.map(of_call).collect();
        let missing: Vec<_> = writing.difference(&walked).collect();
        assert!(
            missing.is_empty(),
            "nobody may, so nothing was seen: {missing:?}"
        );
    }
}

/// Every exception is still needed.
#[test]
fn every_exception_is_a_writing_call() {
    for (verb, path, reason) in EXCEPTIONS {
        let is_there = CALLS.iter().any(|call| {
            of_call(call) == (*verb, *path) && call.effect.writes() && !reason.is_empty()
        });
        assert!(is_there, "{verb} {path}");
    }
}
