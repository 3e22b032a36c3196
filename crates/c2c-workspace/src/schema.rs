//! JSON schemas of tool inputs and answers as clients take them: flat, without references, unions or null.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::tool_error::{ErrorCode, ToolError};

/// The schema of a tool's input.
#[must_use]
pub fn input<T: JsonSchema>() -> Map<String, Value> {
    flat_schema::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

/// The schema of a tool's answer.
#[must_use]
pub fn output<T: JsonSchema>() -> Map<String, Value> {
    flat_schema::<T>(SchemaSettings::draft2020_12().for_serialize())
}

/// Reads a tool's input.
///
/// # Errors
/// `INVALID_ARGUMENT` that names the field.
pub fn read_params<T: DeserializeOwned>(given: Value) -> Result<T, ToolError> {
    serde_json::from_value(given).map_err(|error| {
        ToolError::new(
            ErrorCode::InvalidArgument,
            format!("the input does not fit: {error}"),
            "call again with the fields and types of the tool's input schema",
        )
    })
}

fn flat_schema<T: JsonSchema>(settings: SchemaSettings) -> Map<String, Value> {
    let settings = settings.with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut value = settings.into_generator().into_root_schema_for::<T>().to_value();
    flatten(&mut value);
    match value {
        Value::Object(mut object) => {
            object.remove("title");
            object
        }
        _ => Map::new(),
    }
}

/// Takes the generator's unions apart: a null beside a type goes, and an enumeration that is written as one
/// schema for each value becomes a list of values.
fn flatten(value: &mut Value) {
    match value {
        Value::Object(object) => {
            for inner in object.values_mut() {
                flatten(inner);
            }
            if let Some(Value::Array(types)) = object.get_mut("type") {
                types.retain(|name| name != "null");
                if let [only] = types.as_slice() {
                    let only = only.clone();
                    object.insert("type".to_owned(), only);
                }
            }
            // `int64` and the like: some clients take the format as an order to send text.
            if object.get("type").is_some_and(|name| name == "integer") {
                object.remove("format");
            }
            if let Some(values) = object.get("oneOf").and_then(constants) {
                object.remove("oneOf");
                object.insert("type".to_owned(), "string".into());
                object.insert("enum".to_owned(), values);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(flatten),
        _ => {}
    }
}

fn constants(one_of: &Value) -> Option<Value> {
    let mut values = Vec::new();
    for choice in one_of.as_array()? {
        match (choice.get("const"), choice.get("enum")) {
            (Some(value), _) => values.push(value.clone()),
            (None, Some(Value::Array(several))) => values.extend(several.iter().cloned()),
            _ => return None,
        }
    }
    Some(Value::Array(values))
}

/// Everything in a schema that some client cannot take, as `place: what`; empty for a flat one.
#[must_use]
pub fn not_flat(schema: &Map<String, Value>) -> Vec<String> {
    let mut found = Vec::new();
    look("", &Value::Object(schema.clone()), &mut found);
    found
}

fn look(place: &str, value: &Value, found: &mut Vec<String>) {
    const REFUSED: [&str; 12] = [
        "$ref",
        "$defs",
        "definitions",
        "anyOf",
        "oneOf",
        "allOf",
        "not",
        "if",
        "patternProperties",
        "prefixItems",
        "const",
        "format",
    ];
    let Value::Object(object) = value else {
        found.push(format!("{place}: `{value}` is no object"));
        return;
    };
    for key in object.keys().filter(|key| REFUSED.contains(&key.as_str())) {
        found.push(format!("{place}: `{key}`"));
    }
    match object.get("type") {
        Some(Value::String(name)) if name != "null" => {}
        other => found.push(format!("{place}: the type is {other:?}")),
    }
    if let Some(Value::Object(properties)) = object.get("properties") {
        for (name, inner) in properties {
            look(&format!("{place}/{name}"), inner, found);
        }
    }
    if let Some(items) = object.get("items") {
        look(&format!("{place}[]"), items, found);
    }
}
