use super::*;

fn flow(steps: Vec<Step>) -> SignInFlow {
    let target = Target::Portal { path: "/".into() };
    SignInFlow::begin(target, steps, Some("flow"), 1_000, 0, &Random::seeded(1))
}

#[test]
fn the_dispatcher_takes_the_steps_in_order() {
    let mut flow = flow(vec![Step::SelectAccount, Step::Identify, Step::Consent]);
    assert_eq!(flow.next(), Some(Step::SelectAccount));
    flow.progress.done(Step::SelectAccount);
    assert_eq!(flow.next(), Some(Step::Identify));
    let proved = Proved {
        temporary_code: None,
        arrived: None,
        account_id: "a".to_owned(),
        amr: vec!["pwd".to_owned()],
        password_changed_at: None,
        session: None,
        at: None,
        corporate: None,
    };
    flow.progress.proved(proved, &[Step::ChangePassword]);
    assert_eq!(flow.next(), Some(Step::ChangePassword));
    flow.progress.authenticated(false, 5);
    assert_eq!(flow.next(), Some(Step::Consent));
    flow.progress.done(Step::Consent);
    assert_eq!(flow.next(), None);
}

#[test]
fn cancel_leaves_at_once() {
    let mut flow = flow(vec![Step::Identify]);
    flow.progress.cancelled = true;
    assert_eq!(flow.next(), None);
}

/// Each target has its way forward and back; a page left open keeps the deep link.
#[test]
fn a_flow_knows_where_it_goes() {
    let to = |target: Target| {
        let mut flow = flow(vec![Step::Consent]);
        (flow.handle, flow.target) = ("f".to_owned(), target);
        let page = flow.address();
        flow.progress.done(Step::Consent);
        (page, flow.address(), flow.restart_address())
    };
    let steps =
        |page: &str, end: &str, again: &str| (page.to_owned(), end.to_owned(), again.to_owned());
    let authorize = Target::Authorize {
        client_id: "c".into(),
        redirect_origin: "http://h".into(),
        parameters: vec![
            ("client_id".into(), "c".into()),
            ("state".into(), "a&b".into()),
        ],
    };
    let again = "/oauth2/authorize?client_id=c&state=a%26b";
    assert_eq!(
        to(authorize),
        steps("/consent?flow=f", "/oauth2/authorize/resume?flow=f", again)
    );
    let launch = Target::Launch {
        client_id: "c".into(),
        app_name: "A".into(),
        callback_url: "http://h/?x".into(),
    };
    let again = "/login?callbackUrl=http%3A%2F%2Fh%2F%3Fx&appName=A";
    assert_eq!(
        to(launch),
        steps("/consent?flow=f", "/login/launch?flow=f", again)
    );
    let portal = Target::Portal {
        path: "/p?q".into(),
    };
    assert_eq!(to(portal), steps("/consent?flow=f", "/p?q", "/p?q"));
}

/// Attack 8: a flow id from another browser is useless.
#[test]
fn a_flow_belongs_to_one_browser() {
    let flow = flow(vec![]);
    assert!(flow.belongs_to("flow"));
    assert!(!flow.belongs_to("another"));
    let target = Target::Portal { path: "/".into() };
    let unclaimed = SignInFlow::begin(target, vec![], None, 1_000, 0, &Random::seeded(1));
    assert!(!unclaimed.belongs_to("") && unclaimed.is_unclaimed());
}

#[test]
fn a_page_left_open_too_long_is_closed() {
    let flow = flow(vec![Step::Identify]);
    assert!(flow.is_open(999));
    assert!(!flow.is_open(1_000));
}
