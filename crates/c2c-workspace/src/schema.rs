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

/// Longest words about an input that does not fit, in bytes: they may repeat what was given.
const LONGEST_WORDS: usize = 400;
/// Largest whole number that is sure to be exact where numbers are floating, as in most clients.
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;

/// Reads a tool's input. A whole number may be written `3.0`, which JSON schemas take for an integer too.
///
/// # Errors
/// `INVALID_ARGUMENT` that names the field.
pub fn read_params<T: DeserializeOwned>(given: Value) -> Result<T, ToolError> {
    let given = match given {
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, as_whole(value))).collect(),
        other => other,
    };
    T::deserialize(&given).map_err(|error| {
        let error = error.to_string();
        let message = match field_of::<T>(&given, &error) {
            Some(field) => format!("`{field}` does not fit: {error}"),
            None => format!("the input does not fit: {error}"),
        };
        let message = in_words(&message);
        ToolError::new(
            ErrorCode::InvalidArgument,
            &message[..message.floor_char_boundary(LONGEST_WORDS)],
            "call again with the fields and types of the tool's input schema",
        )
    })
}

fn as_whole(value: Value) -> Value {
    let whole =
        value.as_f64().filter(|number| value.is_f64() && number.fract() == 0.0 && number.abs() <= LARGEST_EXACT);
    match whole.and_then(|number| format!("{number:.0}").parse::<i64>().ok()) {
        Some(number) => number.into(),
        None => value,
    }
}

/// The field that an error is about: the first one that gives the same error alone.
fn field_of<'a, T: DeserializeOwned>(given: &'a Value, error: &str) -> Option<&'a str> {
    let is_it = |name: &String, value: &Value| {
        let alone = Value::Object(Map::from_iter([(name.clone(), value.clone())]));
        !error.contains(&format!("field `{name}`"))
            && T::deserialize(&alone).is_err_and(|alone| alone.to_string() == error)
    };
    // What is missing is missing beside any field.
    let fields = given.as_object().filter(|_| !error.starts_with("missing field"))?;
    fields.iter().find(|(name, value)| is_it(name, value)).map(|(name, _)| name.as_str())
}

/// The library's words with names of types that everybody knows.
fn in_words(error: &str) -> String {
    match error.rsplit_once("expected ") {
        Some((before, "i64" | "u64" | "u32" | "i32" | "usize")) => format!("{before}expected a whole number"),
        Some((before, rest)) if rest.starts_with("struct ") => format!("{before}expected an object with fields"),
        _ => error.to_owned(),
    }
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
