//! Who keeps a passkey, by the model of its authenticator (AAGUID). An authenticator says it about itself, so it is only
//! shown.

/// The models that most people have.
const KNOWN: &[(&str, &str)] = &[
    (
        "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4",
        "Google Password Manager",
    ),
    ("adce0002-35bc-c60a-648b-0b25f1f05503", "Chrome"),
    ("fbfc3007-154e-4ecc-8c0b-6e020557d7bd", "Apple Passwords"),
    ("dd4ec289-e01d-41c9-bb89-70fa845d4bf2", "Apple Passwords"),
    ("08987058-cadc-4b81-b6e1-30de50dcbe96", "Windows Hello"),
    ("9ddd1817-af5a-4672-a2b9-3e3dd95000a9", "Windows Hello"),
    ("6028b017-b1d4-4c02-b4b3-afcdafc96bb2", "Windows Hello"),
    ("53414d53-554e-4700-0000-000000000000", "Samsung Pass"),
    ("bada5566-a7aa-401f-bd96-45619a55120d", "1Password"),
    ("d548826e-79b4-db40-a3d8-11116f7e8349", "Bitwarden"),
    ("531126d6-e717-415c-9320-3d9aa6981239", "Dashlane"),
    ("50726f74-6f6e-5061-7373-50726f746f6e", "Proton Pass"),
    ("fdb141b2-5d84-443e-8a35-4698c205a502", "KeePassXC"),
];

/// The name that people know it by.
pub fn name_of(aaguid: &str) -> Option<&'static str> {
    let known = KNOWN.iter().find(|(model, _)| *model == aaguid);
    known.map(|(_, name)| *name)
}

/// The model in an attestation object (WebAuthn section 6.5.4): a CBOR map whose `authData` has it at byte 37. `None` for an
/// authenticator that says none.
pub fn model_in(attestation: &[u8]) -> Option<String> {
    const NAME: &[u8] = b"\x68authData";
    let at = attestation
        .windows(NAME.len())
        .position(|part| part == NAME)?;
    let value = attestation.get(at + NAME.len()..)?;
    let head = match value.first()? {
        0x58 => 2,
        0x59 => 3,
        _ => return None,
    };
    let model: [u8; 16] = value.get(head + 37..head + 53)?.try_into().ok()?;
    let model = uuid::Uuid::from_bytes(model);
    (!model.is_nil()).then(|| model.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_read_from_its_place() {
        let mut data = vec![0; 37];
        data.extend([0xea, 0x9b, 0x8d, 0x66, 0x4d, 0x01, 0x1d, 0x21]);
        data.extend([0x3c, 0xe4, 0xb6, 0xb4, 0x8c, 0xb5, 0x75, 0xd4]);
        data.extend([0; 80]);
        let object = [b"\xa3\x68authData\x58\x85".as_slice(), &data].concat();
        let model = model_in(&object).unwrap();
        assert_eq!(name_of(&model), Some("Google Password Manager"));
        for end in 0..object.len() - 80 {
            assert_eq!(model_in(&object[..end]), None, "{end}");
        }
        let none = [b"\xa3\x68authData\x58\x85".as_slice(), &[0; 133]].concat();
        assert_eq!(model_in(&none), None);
    }
}
