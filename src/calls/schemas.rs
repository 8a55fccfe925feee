//! The schemas of the document: generic types refer to the schemas of their contents.
//!
//! The derive writes the whole of `T` into `Envelope<T>`, `Page<T>` and `Vec<T>`, and leaves some references
//! without their schema. Here each `T` becomes a schema of its own that the others refer to.

use utoipa::openapi::schema::{
    ArrayBuilder, ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type,
};
use utoipa::openapi::{Components, Ref, RefOr};

use crate::access::AccessCode;

/// Prefixes of the names of envelopes and pages; the name of their contents follows.
const ENVELOPE: &str = "Envelope_";
const PAGE: &str = "Page_";
const LIST: &str = "Vec_";

/// The schema `AccessCode` with all codes of Atrium. The portal's type is generated from it.
pub fn access_codes() -> RefOr<Schema> {
    let codes = AccessCode::ALL.iter().map(|code| code.as_str());
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(codes))
        .description(Some(
            "An access code of Atrium. `accessList` contains these for `SSO`.",
        ))
        .into()
}

/// Replaces the contents of generic types by references, down to the rows of pages.
pub fn refer(components: &mut Components) {
    components.schemas.remove("Empty");
    for (container, property) in [(ENVELOPE, "data"), (PAGE, "list")] {
        let names: Vec<String> = components.schemas.keys().cloned().collect();
        for (name, held) in names
            .iter()
            .filter_map(|name| Some((name, name.strip_prefix(container)?)))
        {
            let Some(RefOr::T(Schema::Object(schema))) = components.schemas.get_mut(name) else {
                continue;
            };
            let Some(written) = schema.properties.get(property).cloned() else {
                continue;
            };
            let refers = if container == PAGE {
                rows_of(held)
            } else {
                answer_of(held)
            };
            schema.properties.insert(property.to_owned(), refers);
            keep(components, held, written);
        }
    }
}

/// The data of an envelope; a refusal has none.
fn answer_of(data: &str) -> RefOr<Schema> {
    let null = ObjectBuilder::new().schema_type(SchemaType::new(Type::Null));
    match data.strip_prefix(LIST) {
        Some(row) => list_of(row),
        None if data == "Empty" => null.into(),
        None => {
            let answer = Ref::from_schema_name(data);
            OneOfBuilder::new().item(null).item(answer).into()
        }
    }
}

fn rows_of(row: &str) -> RefOr<Schema> {
    let description = "The rows of this page.";
    let rows = ArrayBuilder::new().description(Some(description));
    rows.items(Ref::from_schema_name(row)).into()
}

/// A list as the data of an envelope; a refusal has none.
fn list_of(row: &str) -> RefOr<Schema> {
    let types = SchemaType::from_iter([Type::Array, Type::Null]);
    let row = Ref::from_schema_name(row);
    ArrayBuilder::new().schema_type(types).items(row).into()
}

/// Moves the schema in `written` to the components, unless one with this name exists.
fn keep(components: &mut Components, name: &str, written: RefOr<Schema>) {
    let (name, written) = match (name.strip_prefix(LIST), written) {
        (row, RefOr::T(Schema::Array(array))) => {
            let utoipa::openapi::schema::ArrayItems::RefOrSchema(item) = array.items else {
                return;
            };
            (row.unwrap_or(name), *item)
        }
        (_, written) => (name, written),
    };
    let written = without_null(written);
    if matches!(written, RefOr::T(_)) && name != "Empty" {
        let schemas = &mut components.schemas;
        schemas.entry(name.to_owned()).or_insert(written);
    }
}

/// The only schema of a choice between it and null.
fn without_null(schema: RefOr<Schema>) -> RefOr<Schema> {
    match schema {
        RefOr::T(Schema::OneOf(choice)) if choice.items.len() == 2 => {
            let mut items = choice.items;
            items.pop().unwrap_or_else(|| RefOr::T(Schema::default()))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};
    use utoipa::{OpenApi, ToSchema};

    use super::*;
    use crate::http::envelope::{Empty, Envelope};
    use crate::http::paging::Page;

    #[derive(ToSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Place {
        city: String,
    }

    #[derive(ToSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Person {
        id: String,
        place: Place,
        places: Vec<Place>,
    }

    macro_rules! calls {
        ($($name:ident => $answer:ty),+) => {$(
            #[utoipa::path(get, path = "/", responses((status = 200, body = $answer)))]
            #[expect(dead_code, reason = "only its description is used")]
            async fn $name() {}
        )+};
    }

    calls!(
        people => Envelope<Page<Person>>,
        places => Envelope<Vec<Place>>,
        person => Envelope<Person>,
        nothing => Envelope<Empty>
    );

    /// The document's schemas for the answers of these calls, as utoipa collects them.
    fn schemas() -> Value {
        #[derive(OpenApi)]
        #[openapi(paths(people, places, person, nothing))]
        struct Calls;
        let mut components = Calls::openapi().components.unwrap();
        refer(&mut components);
        serde_json::to_value(&components).unwrap()["schemas"].clone()
    }

    fn references(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(map) => {
                for (name, value) in map {
                    match value.as_str().filter(|_| name == "$ref") {
                        Some(reference) => {
                            found.insert(reference.rsplit('/').next().unwrap().to_owned());
                        }
                        None => references(value, found),
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }

    /// Every generic of an answer resolves, down to the rows of a page.
    #[test]
    fn every_reference_has_its_schema() {
        let schemas = schemas();
        let mut referred = BTreeSet::new();
        references(&schemas, &mut referred);
        for name in &referred {
            assert!(schemas[name].is_object(), "{name} in {schemas:#}");
        }
        let reference = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
        assert_eq!(
            schemas["Envelope_Page_Person"]["properties"]["data"]["oneOf"][1],
            reference("Page_Person")
        );
        let list = &schemas["Page_Person"]["properties"]["list"];
        assert_eq!(
            (&list["type"], &list["items"]),
            (&json!("array"), &reference("Person"))
        );
        assert_eq!(
            schemas["Page_Person"]["required"],
            json!(["list", "total", "more", "sort"])
        );
        let places = &schemas["Envelope_Vec_Place"]["properties"]["data"];
        assert_eq!(places["items"], reference("Place"));
        assert_eq!(schemas["Person"]["properties"]["place"], reference("Place"));
    }
}
