//! Files of accounts. The words of a fault stand beside its line and column.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use super::{Case, says};

fn file(text: impl AsRef<[u8]>, key: &'static str, words: &'static str) -> Case {
    let body = json!({ "file": STANDARD.encode(text), "dryRun": true });
    says("Ada", "admin/user/import", body, key, words)
}

pub fn cases() -> Vec<Case> {
    let rows = |many: usize| {
        let rows = (0..many).map(|n| format!("New{n}Person,n{n}@demo.test\n"));
        format!("username,email\n{}", rows.collect::<String>())
    };
    let day = |days: &[&str]| {
        let row = |(n, day): (usize, &&str)| format!("New{n}Person,n{n}@demo.test,{day}\n");
        let rows: String = days.iter().enumerate().map(row).collect();
        format!("username,email,expireDate\n{rows}")
    };
    let changed = json!({
        "file": STANDARD.encode("username,email\nNewPerson,a@b.test\n"), "dryRun": false, "check": "another file",
    });
    vec![
        says(
            "Ada",
            "admin/user/import",
            changed,
            "import.changed",
            "Something has changed since the check. Check the file again.",
        ),
        file(
            vec![b'x'; 512_001],
            "import.too_large",
            "The file is larger than 500 kB.",
        ),
        file(
            b"username,email\nNewPerson,\xff",
            "import.not_utf8",
            "The file isn’t UTF-8. In Excel, save it as “CSV UTF-8”.",
        ),
        file(
            "username,email\n",
            "import.empty",
            "The file has no rows below its headings.",
        ),
        file(
            rows(501),
            "import.too_many_lines",
            "The file has more than 500 rows. Split it.",
        ),
        file(
            format!("{}\n", "x,".repeat(60)),
            "import.too_many_columns",
            "There are more headings than the template and the downloaded list have.",
        ),
        file(
            "username,email\nNewPerson,a@b.test,more\n",
            "import.cells",
            "This row has 3 cells, but there are 2 headings. A value with a separator in it needs quotation marks around it.",
        ),
        file(
            "username,email\nNewPerson,\"a\nb\"\n",
            "import.controls",
            "A cell has a line break or a character that can’t be seen.",
        ),
        file(
            "username,,email\nNewPerson,x,a@b.test\n",
            "import.no_heading",
            "This column has values, but no heading.",
        ),
        file(
            "username,phone\nNewPerson,1\n",
            "import.unknown_heading",
            "Neither the template nor the downloaded list has this heading.",
        ),
        file(
            "username,username\nNewPerson,NewPerson\n",
            "import.repeated_heading",
            "This heading occurs twice.",
        ),
        file(
            "email\na@b.test\n",
            "import.no_username",
            "The heading is missing.",
        ),
        file(
            day(&["soon"]),
            "import.day",
            "This isn’t a day that can be read. Write it like 2027-01-31.",
        ),
        file(
            day(&["3/4/2027"]),
            "import.day_in_two_ways",
            "Day and month of this date could be exchanged. Write it like 2027-01-31.",
        ),
        file(
            "username,email\nNewPerson,a@b.test\nNewOther,A@b.test\n",
            "import.repeated",
            "Row 2 has this value too.",
        ),
        file(
            "username,supAdmin\nDanMember,true\n",
            "import.kept",
            "An import can’t change this column. Give the value that the downloaded list has, or remove the column.",
        ),
        file(
            "username,email\nNewPerson,a@b.test,more\n",
            "api.fault_in_line",
            "Row 2: This row has 3 cells, but there are 2 headings. A value with a separator in it needs quotation marks around it.",
        ),
        file(
            "username,supAdmin\nDanMember,true\n",
            "api.fault_in_file",
            "Row 2, column supAdmin: An import can’t change this column. Give the value that the downloaded list has, or remove the column.",
        ),
    ]
}
