//! What `atrium client check` and `atrium doctor` advise about applications.

use super::{Place, text};

const CLIENTS: &str = r#"
[[client]]
client_id = "reports"
secret = "0123456789abcdef0123456789abcdef"
redirect_uris = ["https://reports.example.com/cb", "http://localhost:9000/cb"]
backchannel_logout_uri = "https://10.0.0.5/out?key=hush"
scopes = ["openid", "profile", "offline_access", "e-mail"]
id_token_claims = true
"#;

/// Both say what will not work and what to change; neither fails, because it is only a warning.
#[test]
fn both_advise_alike_and_fail_for_nothing() {
    let place = Place::new();
    std::fs::write(place.folder.path().join("mine.toml"), CLIENTS).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = place.command(arguments);
        command
            .env("ATRIUM_CLIENTS__FILE", "mine.toml")
            .env("ATRIUM_SERVER__PUBLIC_URL", "https://sso.example.com");
        let ended = command.output().unwrap();
        assert!(ended.status.success(), "{ended:?}");
        text(&ended.stdout)
    };
    let checked = run(&["client", "check"]);
    let first = checked.lines().next().unwrap();
    assert_eq!(first, "mine.toml declares 1 applications and is right");
    let advice: Vec<&str> = checked.lines().skip(1).map(str::trim).collect();
    for part in [
        "client \"reports\": redirect_uris \"http://localhost:9000/cb\" is http on loopback",
        "client \"reports\": backchannel_logout_uri \"https://10.0.0.5/out",
        "add \"10.0.0.5\" to outbound.allow",
        "client \"reports\": scopes has offline_access, but grant_types has no refresh_token",
        "client \"reports\": scopes has \"e-mail\", which Atrium does not know",
        "client \"reports\": id_token_claims is true",
    ] {
        assert!(
            advice.iter().any(|line| line.contains(part)),
            "{part}: {checked}"
        );
    }
    let doctor = run(&["doctor"]);
    for line in advice {
        let line = line.trim_start_matches("note: ");
        assert!(doctor.contains(line), "{line}: {doctor}");
    }
    let allowed = {
        let mut command = place.command(&["client", "check"]);
        command
            .env("ATRIUM_CLIENTS__FILE", "mine.toml")
            .env("ATRIUM_SERVER__PUBLIC_URL", "https://sso.example.com")
            .env("ATRIUM_OUTBOUND__ALLOW", "10.0.0.5");
        text(&command.output().unwrap().stdout)
    };
    assert!(!allowed.contains("backchannel_logout_uri"), "{allowed}");
}

/// The doctor says who is trusted, and what the proxy must forward.
#[test]
fn the_doctor_says_what_a_path_means() {
    let place = Place::new();
    let doctor = |address: &str| {
        let mut command = place.command(&["doctor"]);
        command.env("ATRIUM_SERVER__PUBLIC_URL", address);
        text(&command.output().unwrap().stdout)
    };
    let said = doctor("https://host.example/sso");
    for part in [
        "Atrium shares https://host.example: every program there is trusted as Atrium is",
        "the proxy must forward /sso/ unchanged",
        "/.well-known/oauth-authorization-server/sso",
        "/.well-known/openid-configuration/sso",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!doctor("https://host.example").contains("Atrium shares"));
}
