//! A downloaded list is imported after a spreadsheet program has opened and saved it.

use atrium::db::DbError;
use atrium::directory::organisations;
use csv::{ReaderBuilder, Terminator, WriterBuilder};
use jiff::civil::Date;
use serde_json::{Value, json};

use super::import::check;
use crate::support::database;
use crate::support::product_api::{NOW, Person, Server};

const EXPORT: &str = "/api/security/admin/user/export";

/// What a program makes of a file that it opens and saves.
struct Program {
    name: &'static str,
    delimiter: u8,
    line_end: Terminator,
    mark: &'static str,
    day: fn(Date) -> String,
    /// Excel writes TRUE for true.
    capitals: bool,
    /// Excel leaves out empty cells at the end of a line, below the first lines at least.
    short_lines: bool,
}

const PROGRAMS: [Program; 5] = [
    Program {
        name: "Excel in China, CSV UTF-8",
        delimiter: b',',
        line_end: Terminator::CRLF,
        mark: "\u{feff}",
        day: |day| format!("{}/{}/{}", day.year(), day.month(), day.day()),
        capitals: true,
        short_lines: true,
    },
    Program {
        name: "Excel in the United States, CSV UTF-8",
        delimiter: b',',
        line_end: Terminator::CRLF,
        mark: "\u{feff}",
        day: |day| format!("{}/{}/{}", day.month(), day.day(), day.year()),
        capitals: true,
        short_lines: true,
    },
    Program {
        name: "Excel in Germany, CSV UTF-8",
        delimiter: b';',
        line_end: Terminator::CRLF,
        mark: "\u{feff}",
        day: |day| format!("{:02}.{:02}.{}", day.day(), day.month(), day.year()),
        capitals: true,
        short_lines: false,
    },
    Program {
        name: "Excel on a Mac",
        delimiter: b',',
        line_end: Terminator::Any(b'\r'),
        mark: "",
        day: |day| format!("{:02}/{:02}/{}", day.day(), day.month(), day.year()),
        capitals: true,
        short_lines: true,
    },
    Program {
        name: "LibreOffice",
        delimiter: b'\t',
        line_end: Terminator::Any(b'\n'),
        mark: "",
        day: |day| day.to_string(),
        capitals: false,
        short_lines: false,
    },
];

impl Program {
    /// `file` opened and saved, with each row after `edit`.
    fn saved(&self, file: &str, edit: impl Fn(&mut Vec<String>)) -> String {
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(file.trim_start_matches('\u{feff}').as_bytes());
        let mut writer = WriterBuilder::new()
            .delimiter(self.delimiter)
            .terminator(self.line_end)
            .flexible(true)
            .from_writer(Vec::new());
        for row in reader.records() {
            let mut cells: Vec<String> = row.unwrap().iter().map(|cell| self.cell(cell)).collect();
            edit(&mut cells);
            let filled = cells.iter().rposition(|cell| !cell.is_empty()).unwrap();
            if self.short_lines {
                cells.truncate(filled + 1);
            }
            writer.write_record(cells).unwrap();
        }
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        format!("{}{text}", self.mark)
    }

    fn cell(&self, cell: &str) -> String {
        match cell.parse::<Date>() {
            Ok(day) if cell.len() == 10 => (self.day)(day),
            _ if self.capitals && matches!(cell, "true" | "false") => cell.to_uppercase(),
            _ => cell.to_owned(),
        }
    }
}

/// A super administrator, and accounts with everything that a spreadsheet program may change: days (also a past one),
/// empty cells at the end, a formula, separators, quotation marks.
async fn people(server: &Server) -> Person {
    let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
    let saved = server.db().write::<_, DbError, _>(|tx| {
        Box::pin(organisations::save_agency(
            tx,
            "north",
            "North; \"East\", 东",
            NOW,
        ))
    });
    saved.await.unwrap();
    server
        .account("DanMember", |new| {
            "=1+1;-2, \"Dan\"".clone_into(&mut new.full_name);
            new.email = Some("dan@demo.test".to_owned());
            new.agency_id = Some("north".to_owned());
            new.expire_date = Some("2027-03-04".parse().unwrap());
        })
        .await;
    server
        .account("EveOther", |new| {
            "王小明".clone_into(&mut new.full_name);
            new.expire_date = Some("2020-01-31".parse().unwrap());
        })
        .await;
    server
        .account("FayPlain", |new| "'=quoted".clone_into(&mut new.full_name))
        .await;
    ada
}

#[tokio::test]
async fn a_list_that_a_spreadsheet_saved_changes_nothing() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = people(&server).await;
        let file = server.get_as(&ada, EXPORT).await.text;
        for program in PROGRAMS {
            let saved = program.saved(&file, |_| ());
            let found = check(&server, &ada, &saved).await;
            let json = found.json();
            assert_eq!(json["status"], 0, "{}: {json}\n{saved}", program.name);
            let counts = ["added", "changed", "unchanged"].map(|name| json["data"][name].clone());
            assert_eq!(
                counts,
                [0, 0, 4].map(Value::from),
                "{}: {json}",
                program.name
            );
        }
    }
}

/// Columns in another order, and a day and a name that somebody changed there.
#[tokio::test]
async fn what_is_changed_in_a_spreadsheet_is_changed() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = people(&server).await;
        let file = server.get_as(&ada, EXPORT).await.text;
        for program in PROGRAMS {
            let saved = program.saved(&file, |cells| {
                if cells[0] == "DanMember" {
                    cells[2] = "Dan Member".to_owned();
                    cells[6] = (program.day)("2027-05-06".parse().unwrap());
                }
                cells.reverse();
            });
            let found = check(&server, &ada, &saved).await.data();
            let counts = ["added", "changed"].map(|name| found[name].clone());
            assert_eq!(counts, [0, 1].map(Value::from), "{}", program.name);
            let lines = found["lines"].as_array().unwrap().iter();
            let changed = lines.map(|line| line["changes"].clone());
            let text = changed.collect::<Value>().to_string();
            assert!(text.contains("Dan Member"), "{}: {text}", program.name);
            assert!(text.contains("2027-05-06"), "{}: {text}", program.name);
        }
    }
}

/// A changed value in a column that an import cannot change is reported, and an ambiguous day is not guessed.
#[tokio::test]
async fn what_cannot_be_imported_is_named_with_row_and_heading() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let ada = people(&server).await;
    for (file, heading, row, words) in [
        (
            "username,accountStatus\nDanMember,9\n",
            "accountStatus",
            2,
            "can’t change this column",
        ),
        (
            "username,supAdmin\nEveOther,FALSE\nDanMember,TRUE\n",
            "supAdmin",
            3,
            "can’t change this column",
        ),
        (
            "username,agencyName\nDanMember,South\n",
            "agencyName",
            2,
            "can’t change this column",
        ),
        (
            "username,email,supAdmin\nNewPerson,new@demo.test,TRUE\n",
            "supAdmin",
            2,
            "can’t change this column",
        ),
        (
            "username,expireDate\nDanMember,3/4/2027\n",
            "expireDate",
            2,
            "could be exchanged",
        ),
        (
            "username,expireDate\nDanMember,46388\n",
            "expireDate",
            2,
            "isn’t a day that can be read",
        ),
        (
            "username,,fullName\nDanMember,x,Dan\n",
            "2",
            1,
            "has values, but no heading",
        ),
    ] {
        let json = check(&server, &ada, file).await.json();
        let fault = &json["faults"][0];
        assert_eq!(
            (&json["status"], &fault["row"], &fault["column"]),
            (&json!(1), &json!(row), &json!(heading)),
            "{file}: {json}"
        );
        assert!(fault["msg"].as_str().unwrap().contains(words), "{json}");
    }
    // A row that is too long says by how much.
    let json = check(&server, &ada, "username,email\nDanMember,,x\n")
        .await
        .json();
    let expected = "Row 2: This row has 3 cells, but there are 2 headings. A value with a separator in it needs quotation \
        marks around it.";
    assert_eq!(json["msg"], expected);
    // Spreadsheet programs leave columns without heading and values; these are ignored.
    let empty = check(&server, &ada, "username,,fullName,\nDanMember,,Dan,\n").await;
    assert_eq!(empty.data()["changed"], 1);
}
