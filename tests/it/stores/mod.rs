//! Every store behaves the same on both engines.
//!
//! Two engines can prepare the same statement and still differ: in the order, in the winner of two
//! writers, in the error. [`BEHAVIOUR`] names for each store the tests of its behaviour. Each test
//! runs on a new database of each engine. Stores are private, so a test calls the nearest public
//! function of the module.

mod grants;
mod numbers;
mod order;
mod references;
mod sessions;

use atrium::clock::Millis;
use atrium::db::{Db, DbError, WriteTx};
use atrium::random::Random;
use atrium::sessions::refresh_tokens::{self, Presentation, Recovery, RefreshTokenRules};
use atrium::sessions::sso::{Authentication, SsoSession};
use futures_util::future::BoxFuture;

use crate::support::rows;

/// A time in 2026.
const NOW: Millis = 1_795_000_000_000;

/// Uses a refresh token without a key.
async fn recover(
    tx: &mut WriteTx,
    token: &str,
    client_id: &str,
    rules: RefreshTokenRules,
    now: Millis,
) -> Result<Recovery, DbError> {
    let presented = Presentation {
        client_id,
        dpop_jkt: None,
        rules,
        now,
    };
    refresh_tokens::recover(tx, token, presented, &Random::system()).await
}

/// Of the stores that erase a person.
const ERASED: &[&str] = &["directory/erasure.rs nothing_names_an_erased_person"];

/// Each store with the tests that hold its behaviour: the file below `tests/it` and the function.
#[rustfmt::skip]
const BEHAVIOUR: &[(&str, &[&str])] = &[
    ("factors/store.rs", &[
        "api/factors.rs an_app_is_added_by_its_first_code",
        "api/factors.rs nobody_removes_a_factor_that_is_required",
        "api/factors.rs the_secrets_of_apps_are_resealed",
        "api/account_factors.rs administrators_see_who_has_which_factor",
        "api/account_factors.rs an_owner_is_reminded_once_a_day",
        "signin/required_factors.rs a_role_and_an_administrator_require_a_second_factor",
        "passkeys/owners.rs attack_34_a_key_that_a_given_password_added_goes_with_it",
        "passkeys/owners.rs the_last_key_stays_while_a_factor_is_required",
    ]),
    ("factors/store/erasure.rs", ERASED),
    ("passkeys/store/erasure.rs", ERASED),
    ("federation/store/erasure.rs", ERASED),
    ("sessions/store/erasure.rs", ERASED),
    ("groups/store/erasure.rs", ERASED),
    ("catalogue/store/erasure.rs", ERASED),
    ("audit/store/erasure.rs", ERASED),
    ("directory/store/deletions.rs", &["api/deletion.rs an_administrator_deletes_an_account_and_takes_it_back"]),
    ("directory/store/former_names.rs", &["api/deletion.rs a_name_is_free_after_a_year"]),
    ("factors/store/temporary_codes.rs", &[
        "signin/temporary_codes.rs attack_10_a_temporary_code_only_replaces_the_lost_app",
        "api/account_factors.rs attack_32_a_temporary_code_is_shown_once",
    ]),
    ("groups/store/group_details.rs", &[
        "api/group_changes.rs a_group_is_read_whole",
        "api/group_changes.rs a_group_is_added_whole",
        "api/group_changes.rs a_group_is_changed_by_parts",
        "api/group_races.rs of_two_groups_with_one_name_at_once_one_is_added",
    ]),
    ("wechat/store.rs", &["api/wechat.rs the_platforms_token_is_fetched_once_for_all_processes"]),
    ("directory/store/messaging_app.rs", &["api/wechat.rs a_link_links_the_account_that_asked_for_it_once"]),
    ("passkeys/store/keys.rs", &[
        "passkeys/own.rs keys_are_added_named_and_removed",
        "passkeys/own.rs a_passkey_is_offered_once_a_month",
        "passkeys/sign_in.rs a_passkey_signs_in_and_says_how",
    ]),
    ("groups/store/clicks.rs", &["api/requests.rs the_notice_counts_what_waits"]),
    ("groups/store/deciders.rs", &[
        "access/requests.rs an_undecided_request_is_reminded_of_and_refused",
        "access/requests.rs administrators_decide_for_a_group_without_a_manager",
        "access/requests.rs attack_t8_the_last_manager_stays",
    ]),
    ("groups/store/group_industries.rs", &["api/group_rights.rs industry_data_is_chosen_in_three_steps"]),
    ("groups/store/group_people.rs", &["api/group_changes.rs people_and_products_are_chosen_by_search"]),
    ("groups/store/group_rights.rs", &[
        "api/group_rights.rs attack_34_a_group_with_rights_of_atrium_is_not_a_way_up",
        "api/group_rights.rs the_access_of_a_group_changes_as_a_draft",
        "api/group_rights.rs people_see_the_access_of_their_own_groups",
    ]),
    ("catalogue/store/access_right_list.rs", &[
        "api/lists.rs every_list_keeps_the_rules_of_lists",
        "api/access_rights.rs a_right_is_described",
        "api/access_rights.rs names_are_kept_in_the_index",
    ]),
    ("catalogue/store/access_rights.rs", &[
        "api/access_rights.rs a_draft_decides_once_it_is_confirmed",
        "api/access_right_changes.rs a_bad_right_is_refused_by_its_field",
        "api/access_right_changes.rs two_administrators_do_not_overwrite_each_other",
        "api/access_right_changes.rs built_in_rights_are_read_only",
    ]),
    ("catalogue/store/assignments.rs", &[
        "api/access_rights.rs a_draft_decides_once_it_is_confirmed",
        "api/access_right_changes.rs a_right_in_use_is_deleted_with_force",
        "api/roles.rs the_rights_of_a_role_are_confirmed",
    ]),
    ("catalogue/store/effective.rs", &["api/role_users.rs a_person_has_roles_and_reasons"]),
    ("groups/store/group_list.rs", &[
        "api/lists.rs every_list_keeps_the_rules_of_lists",
        "api/groups.rs long_lists_of_names_are_cut_and_counted",
        "api/groups.rs a_renamed_group_is_found_by_its_new_name",
    ]),
    ("groups/store/groups.rs", &[
        "access/products.rs who_sees_what",
        "access/rights.rs roles_and_managed_groups",
        "oidc/groups.rs the_groups_that_grant_the_client_are_claims",
        "stores/order.rs managers_stand_in_the_order_of_code_points",
        "stores/references.rs nothing_names_what_is_not_there",
    ]),
    ("access/store/limits.rs", &["api/limits_of_codes.rs attack_34_nobody_moves_an_organisation_that_decides_about_codes_they_lack"]),
    ("groups/store/member_list.rs", &[
        "api/lists.rs every_list_keeps_the_rules_of_lists",
        "api/members.rs a_member_row_says_what_its_manager_may_do",
    ]),
    ("groups/store/memberships.rs", &[
        "signin/given_groups.rs memberships_follow_the_claim_in_both_directions",
        "signin/given_groups.rs attack_34_a_claim_gives_no_rights_of_atrium_and_its_groups_end",
        "access/requests.rs a_membership_is_warned_of_and_ends",
        "access/requests.rs an_extension_moves_the_end",
        "access/requests.rs the_refused_are_forgotten_after_a_month",
    ]),
    ("groups/store/my_groups.rs", &[
        "api/lists.rs every_list_keeps_the_rules_of_lists",
        "api/requests.rs a_group_row_says_what_its_reader_may_do",
        "api/requests.rs attack_t8_a_hidden_group_looks_like_none",
    ]),
    ("catalogue/store/module_list.rs", &[
        "api/lists.rs every_list_keeps_the_rules_of_lists",
        "api/modules.rs modules_to_choose_from",
    ]),
    ("catalogue/store/modules.rs", &[
        "api/modules.rs every_field_of_a_module_is_kept",
        "api/modules.rs a_module_has_faults_by_name",
        "api/modules.rs a_module_with_access_rights_is_not_deleted",
    ]),
    ("catalogue/store/openings.rs", &[
        "access/openings.rs an_opening_counts_once_a_minute",
        "app/background.rs every_table_of_things_that_expire_is_swept",
    ]),
    ("catalogue/store/product_list.rs", &[
        "api/lists.rs every_list_keeps_the_rules_of_lists",
        "api/products.rs a_row_describes_a_product",
        "api/products.rs a_row_says_who_may_open_the_product",
        "api/products.rs a_renamed_product_is_found_by_its_new_name",
    ]),
    ("catalogue/store/product_records.rs", &[
        "api/product_changes.rs every_field_of_a_product_is_kept",
        "api/product_changes.rs an_older_state_is_not_saved_over_a_newer_one",
        "api/product_changes.rs products_that_are_added_at_once_do_not_meet",
    ]),
    ("access/store/subjects.rs", &["access/memory.rs lost_access_takes_effect_at_once_in_its_own_process"]),
    ("catalogue/store/products.rs", &[
        "api/cards.rs every_card_is_in_one_list",
        "api/cards.rs a_team_has_the_products_of_its_agency",
        "api/cards.rs the_detail_says_why_and_whom_to_ask",
        "access/products.rs who_sees_what",
        "access/products.rs the_list_is_driven_by_the_persons_own_groups",
        "access/doors.rs a_card_knows_its_application_by_its_app_name",
    ]),
    ("groups/store/request_list.rs", &["api/lists.rs every_list_keeps_the_rules_of_lists"]),
    ("groups/store/requests.rs", &[
        "access/requests.rs attack_t8_two_decisions_at_once_give_one_result_and_one_email",
        "access/requests.rs attack_t8_two_askings_at_once_give_one_request",
        "access/requests.rs a_withdrawn_request_cannot_be_decided",
        "access/timers.rs a_request_whose_jobs_were_lost_gets_its_timers",
    ]),
    ("access/store/rights.rs", &[
        "access/rights.rs access_codes_are_the_union_of_the_groups",
        "access/rights.rs administrators_are_known_by_id_and_by_name",
        "access/union.rs rights_are_the_union_of_access_groups_roles_and_groups",
        "access/union.rs drafts_decide_nothing",
        "access/union.rs a_role_is_for_the_accounts_of_its_type_and_organisation",
        "access/union.rs a_group_gives_nothing_beyond_its_companies_and_brands",
    ]),
    ("catalogue/store/role_list.rs", &[
        "api/lists.rs every_list_keeps_the_rules_of_lists",
        "api/roles.rs a_role_is_described",
    ]),
    ("catalogue/store/roles.rs", &[
        "api/role_users.rs users_get_and_lose_a_role",
        "api/role_users.rs a_person_has_roles_and_reasons",
        "api/roles.rs a_bad_role_is_refused_by_its_field",
    ]),
    ("audit/store/list.rs", &[
        "api/lists.rs every_list_keeps_the_rules_of_lists",
        "audit/mod.rs pages_follow_each_other_newest_first",
        "audit/mod.rs filters_narrow_by_account_client_kind_and_time",
    ]),
    ("audit/store/mod.rs", &[
        "audit/mod.rs an_entry_is_kept_whole",
        "audit/mod.rs an_entry_shares_the_fate_of_its_transaction",
        "audit/mod.rs the_recorder_writes_everything_by_its_stop",
        "app/background.rs every_table_of_things_that_expire_is_swept",
    ]),
    ("clients/store/list.rs", &["api/lists.rs every_list_keeps_the_rules_of_lists"]),
    ("clients/store/mod.rs", &[
        "api/applications.rs an_application_lives_and_is_used",
        "api/applications.rs one_of_two_applications_gets_the_id",
        "clients/sync.rs entries_come_change_go_and_come_back",
        "clients/sync.rs app_names_move_between_entries",
        "stores/order.rs clients_stand_in_the_order_of_code_points",
    ]),
    ("db/feed.rs", &[
        "db/feed.rs an_epoch_moves_with_its_topics",
        "db/feed.rs an_undone_write_changes_nothing",
        "db/feed.rs topics_are_written_in_one_order",
        "db/feed.rs no_subject_is_missed_among_parallel_writers",
    ]),
    ("db/installation.rs", &[
        "db/writes.rs a_failing_job_undoes_only_itself",
        "db/writes.rs a_lease_has_one_holder_until_it_ends",
    ]),
    ("db/search.rs", &[
        "directory/list.rs any_part_of_a_name_is_found",
        "directory/order.rs both_engines_show_the_same_rows_in_the_same_order",
    ]),
    ("directory/store/list.rs", &[
        "directory/list.rs pages_follow_one_another_without_gap_or_repeat",
        "directory/list.rs filters_narrow_the_list_alone_and_together",
        "directory/order.rs both_engines_show_the_same_rows_in_the_same_order",
    ]),
    ("directory/store/mod.rs", &[
        "directory/accounts.rs an_account_is_found_by_each_of_its_names",
        "directory/accounts.rs a_name_belongs_to_one_account",
        "directory/accounts.rs what_is_written_is_what_is_read",
        "directory/accounts.rs each_change_touches_its_own_fields",
        "directory/change_password.rs a_disabled_account_changes_no_password",
        "directory/sign_in.rs what_changed_during_the_check_is_not_signed_in",
        "directory/sign_in.rs attack_t12_an_old_hash_is_made_anew",
    ]),
    ("directory/store/account_applications.rs", &[
        "api/account_applications.rs c_040_an_approved_newcomer_signs_in_and_asks_for_the_group",
        "api/account_applications.rs a_refused_name_is_free_again",
        "app/background.rs every_table_of_things_that_expire_is_swept",
        "signin/apply.rs attack_13_an_application_is_stored_once_behind_its_link",
    ]),
    ("directory/store/invitations.rs", &[
        "api/invitations.rs attack_14_invitations_to_register_are_answered_alike",
        "app/background.rs every_table_of_things_that_expire_is_swept",
        "signin/invitation.rs attack_13_an_invitation_ends_in_time",
        "signin/invitation.rs attack_13_parallel_tabs_make_one_account",
    ]),
    ("directory/store/address_changes.rs", &[
        "api/address_by_administrator.rs a_decision_of_an_administrator_stays",
        "app/background.rs every_table_of_things_that_expire_is_swept",
        "signin/address.rs attack_13_what_voids_a_link_to_a_new_address",
        "signin/address_undo.rs attack_13_a_thief_does_not_spoil_the_link",
        "signin/address_undo.rs attack_13_the_link_ends_in_time_and_the_address_is_free_then",
    ]),
    ("directory/store/taken.rs", &[
        "directory/accounts.rs a_name_belongs_to_one_account",
        "signin/address_undo.rs attack_13_the_link_ends_in_time_and_the_address_is_free_then",
    ]),
    ("directory/store/asked_passwords.rs", &["api/forgotten.rs c_042_an_administrator_approves_a_forgotten_password"]),
    ("directory/store/refusals.rs", &[
        "mail/refused_addresses.rs an_address_that_was_refused_is_shown_until_it_takes_an_email",
        "mail/refused_addresses.rs another_address_is_not_refused",
    ]),
    ("directory/store/locks.rs", &[
        "signin/lock.rs attack_13_a_link_locks_the_account_until_its_owner_chooses_a_password",
        "signin/lock.rs an_administrator_decides_about_a_locked_account",
    ]),
    ("directory/store/one_time_links.rs", &[
        "directory/one_time_links.rs attack_13_a_link_ends_to_the_millisecond",
        "directory/one_time_links.rs attack_13_of_two_parallel_uses_one_wins",
        "directory/one_time_links.rs attack_13_what_voids_a_link",
        "directory/one_time_links.rs expired_links_are_swept",
    ]),
    ("directory/store/agency_requests.rs", &[
        "api/lists.rs every_list_keeps_the_rules_of_lists",
        "api/belonging.rs attack_t14_a_later_agency_waits_for_an_administrator",
        "api/belonging.rs of_two_decisions_at_once_one_counts",
    ]),
    ("federation/store/links.rs", &[
        "signin/corporate.rs a_verified_address_links_once_and_the_deep_link_is_kept",
        "signin/identities.rs an_owner_links_an_identity",
        "signin/identities.rs unlinking_ends_the_sessions_that_came_by_it",
        "api/identities.rs an_owner_reads_and_unlinks_identities",
    ]),
    ("federation/store/providers.rs", &[
        "signin/stored_providers.rs people_come_from_a_provider_of_the_screen",
        "api/providers.rs the_credentials_of_providers_are_resealed",
    ]),
    ("directory/store/iris_mappings.rs", &[
        "api/lists.rs every_list_keeps_the_rules_of_lists",
        "api/iris_mappings.rs a_mapping_is_added_and_changed",
        "api/iris_mappings.rs two_people_do_not_overwrite_each_other",
    ]),
    ("directory/store/organisation_list.rs", &[
        "api/lists.rs every_list_keeps_the_rules_of_lists",
        "api/options.rs agencies_and_clients_to_choose_from",
        "api/options.rs brands_to_choose_from",
    ]),
    ("directory/store/organisations.rs", &[
        "directory/accounts.rs what_is_written_is_what_is_read",
        "api/organisations.rs each_kind_is_added_and_changed",
        "api/organisations.rs of_two_equal_names_at_once_one_is_added",
    ]),
    ("directory/store/mail_choices.rs", &[
        "api/own_notifications.rs people_choose_their_emails",
        "access/mail_choices.rs a_summary_lists_what_waits_once_a_morning",
    ]),
    ("directory/store/own_data.rs", &["api/own_data.rs people_download_what_is_kept_about_them"]),
    ("directory/store/people.rs", &["api/audit.rs an_entry_has_names"]),
    ("directory/store/way_givers.rs", &[
        "directory/way_givers.rs attack_34_who_chose_a_way_in_is_noted_until_the_owner_proves_another",
        "directory/way_givers.rs attack_34_a_link_proves_an_address_that_others_did_not_choose",
        "passkeys/owners.rs attack_34_a_key_ends_the_notes_of_others_as_a_password_does",
        "directory/way_givers.rs attack_34_what_another_account_chose_counts_for_who_may_be_its_owner",
    ]),
    ("jobs/store.rs", &[
        "jobs/mod.rs a_job_shares_the_fate_of_its_transaction",
        "jobs/mod.rs several_workers_never_run_one_job_twice",
        "jobs/mod.rs jobs_that_cannot_be_done_are_given_up",
        "jobs/mod.rs a_stop_lets_unfinished_jobs_go",
        "jobs/retry.rs a_job_that_was_given_up_gets_all_its_attempts_again",
        "jobs/retry.rs the_last_round_and_the_last_failure_of_a_routine_are_noted",
        "api/lists.rs every_list_keeps_the_rules_of_lists",
    ]),
    ("keys/store.rs", &[
        "keys/rotation.rs processes_that_start_together_make_one_set",
        "keys/rotation.rs rotation_keeps_the_old_key_until_its_last_token_has_died",
        "keys/rotation.rs two_rotations_at_once_leave_one_follower",
        "keys/rotation.rs the_master_secret_can_be_changed",
    ]),
    ("limits/store.rs", &[
        "limits/mod.rs a_hundred_parallel_wrong_attempts_reach_the_hash_five_times",
        "limits/mod.rs five_failures_delay_a_quarter_of_an_hour",
        "limits/mod.rs counters_hold_no_names_and_are_swept",
        "limits/flood.rs attack_44_invented_names_push_out_no_counter_with_many_failures",
    ]),
    ("sessions/store/access_tokens.rs", &[
        "stores/grants.rs an_access_token_is_revoked_alone",
        "stores/grants.rs a_signed_token_is_revoked_by_its_id",
        "stores/grants.rs everything_of_a_client_ends_at_once",
    ]),
    ("sessions/store/account_sessions.rs", &[
        "api/account_sessions.rs a_session_says_where_it_began_and_what_it_opened",
        "api/account_sessions.rs a_list_of_sessions_is_bounded",
        "api/own_account.rs people_withdraw_from_applications",
    ]),
    ("sessions/store/browser.rs", &["stores/sessions.rs a_late_save_brings_no_record_back"]),
    ("sessions/store/codes.rs", &[
        "oidc/token.rs attack_25_of_parallel_exchanges_at_most_one_wins",
        "oidc/token.rs attack_25_a_replayed_code_revokes_what_it_gave",
        "stores/grants.rs a_code_ends_to_the_millisecond_and_outlives_a_refused_request",
    ]),
    ("sessions/store/consents.rs", &[
        "oidc/borrowed_consent.rs a_narrower_consent_ends_wider_grants",
        "stores/order.rs consents_stand_in_the_order_of_code_points",
    ]),
    ("sessions/store/grants.rs", &[
        "stores/grants.rs a_grant_is_revoked_once",
        "stores/grants.rs a_key_that_is_taken_is_a_duplicate",
    ]),
    ("sessions/store/jtis.rs", &[
        "stores/grants.rs an_identifier_is_seen_once",
        "signin/corporate_sign_out.rs a_logout_token_ends_a_sign_in_that_waits",
    ]),
    ("sessions/store/launch.rs", &[
        "legacy/launch.rs a_code_is_exchanged_once",
        "legacy/launch.rs of_parallel_exchanges_one_wins",
        "legacy/launch.rs usage_is_counted_per_application",
        "stores/order.rs applications_stand_in_the_order_of_code_points",
    ]),
    ("sessions/store/refresh_families.rs", &[
        "oidc/refresh.rs of_parallel_refreshes_one_wins_and_the_family_dies",
        "oidc/refresh.rs attack_26_a_forged_token_revokes_nothing",
        "stores/grants.rs a_refresh_token_ends_to_the_millisecond",
    ]),
    ("sessions/store/sign_in_flows.rs", &[
        "stores/sessions.rs a_flow_has_one_browser_and_one_end",
        "signin/sealed_flows.rs a_flow_that_is_proved_twice_makes_one_row",
        "stores/sessions.rs two_processes_keep_one_cap_of_flows",
        "signin/flood.rs attack_44_a_flood_from_one_network_pushes_out_its_own",
    ]),
    ("sessions/store/provider_sessions.rs", &[
        "signin/corporate_sign_out.rs a_logout_token_ends_what_it_names",
        "signin/stored_providers.rs people_come_from_a_provider_of_the_screen",
        "signin/corporate_sign_out.rs the_signed_out_page_offers_to_sign_out_there_too",
    ]),
    ("sessions/store/sso.rs", &[
        "oidc/expired_sessions.rs an_expired_session_is_announced_once",
        "passkeys/owners.rs a_removed_key_ends_the_sessions_of_keys",
        "signin/identities.rs unlinking_ends_the_sessions_that_came_by_it",
        "signin/identities.rs unlinking_leaves_the_sessions_of_another_provider",
        "stores/sessions.rs a_session_ends_once",
        "stores/sessions.rs a_browser_is_signed_in_while_its_record_its_session_and_its_account_are",
    ]),
    ("sessions/store/user_tokens.rs", &["stores/sessions.rs a_user_token_ends_with_its_session"]),
];

/// A file is a store if it contains SQL.
const STATEMENTS: &str = "statements! {";
/// A list is tested by its case in `api/lists.rs`; `db::lists::no_list_is_forgotten` requires one.
const LIST: &str = ": List = List {";

#[test]
fn no_store_is_without_its_behaviour() {
    let mut wrong = Vec::new();
    let mut stores = Vec::new();
    super::db::statements::walk(&mut |store, text| {
        let is_known = BEHAVIOUR.iter().any(|(known, _)| *known == store);
        if text.contains(STATEMENTS) && !is_known {
            let line = "write a line with the tests of what it does into BEHAVIOUR";
            wrong.push(format!("{store}: {line} of tests/it/stores/mod.rs"));
        }
        if text.contains(STATEMENTS) || text.contains(LIST) {
            stores.push(store);
        }
    });
    for (store, tests) in BEHAVIOUR {
        if !stores.iter().any(|known| known == store) || tests.is_empty() {
            wrong.push(format!("{store}: no such store, or no test"));
        }
        wrong.extend(
            tests
                .iter()
                .filter(|test| !runs_on_both(test))
                .map(|test| format!("{store}: {test} does not run on both engines")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// True if `test`, a file and a function, exists and uses a database of each engine.
fn runs_on_both(test: &str) -> bool {
    let (file, name) = test.split_once(' ').unwrap();
    let text = std::fs::read_to_string(format!("tests/it/{file}")).unwrap_or_default();
    let heads = ["async ", ""].map(|word| format!("\n{word}fn {name}() {{\n"));
    let Some((before, rest)) = heads.iter().find_map(|head| text.split_once(head)) else {
        return false;
    };
    let body = rest.split("\n}\n").next().unwrap();
    let asks = [
        "each_engine()",
        "each_and_one_of_a_language()",
        "Place::each()",
        "Room::each()",
        "Team::each()",
    ];
    let engines = ["database::sqlite()", "database::postgres_if_available()"];
    before.ends_with("test]") | before.ends_with(")]")
        && (asks.iter().any(|asks| body.contains(asks))
            || engines.iter().all(|engine| body.contains(engine)))
}

#[test]
fn the_guard_sees_a_test_that_is_gone_or_runs_on_one_engine() {
    assert!(runs_on_both("stores/sessions.rs a_session_ends_once"));
    assert!(!runs_on_both("stores/sessions.rs a_session_ends_twice"));
    assert!(!runs_on_both("stores/nowhere.rs a_session_ends_once"));
    assert!(!runs_on_both(
        "directory/order.rs the_order_is_that_of_folded_names"
    ));
    assert!(!runs_on_both("directory/order.rs fill"));
}

/// Runs `job` in a transaction of its own, which is committed.
async fn commit<T: Send + 'static>(
    db: &Db,
    job: impl for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, DbError>> + Send + 'static,
) -> T {
    db.write(job).await.unwrap()
}

/// The number of announced changes that tokens depend on.
async fn token_changes(db: &Db) -> i64 {
    let sql = "SELECT CAST(COALESCE(MAX(version), 0) AS BIGINT) FROM changes WHERE topic = $1";
    let version = rows::number(&mut db.read().await.unwrap(), sql, "tokens").await;
    version.unwrap()
}

/// A session of `ada` that begins at [`NOW`].
async fn session(db: &Db, random: &Random) -> SsoSession {
    let session = SsoSession::begin(&Authentication::password("ada"), NOW, random);
    let kept = session.clone();
    commit(db, move |tx| {
        Box::pin(async move { rows::session(tx, &kept).await })
    })
    .await;
    session
}
