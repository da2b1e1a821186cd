//! Scenarios as data.

use serde_json::Value as Json;

/// A scenario of the TCK, outline rows expanded.
pub struct Scenario {
    pub path: String,
    pub name: String,
    pub row: u64,
    pub steps: Vec<Step>,
}

/// A step: its text with a query or a table.
pub struct Step {
    pub text: String,
    pub doc: Option<String>,
    pub table: Vec<Vec<String>>,
}

fn string(value: &Json) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

impl Scenario {
    pub fn read(line: &str) -> Scenario {
        let json: Json = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let step = |step: &Json| Step {
            text: string(&step["t"]),
            doc: step["doc"].as_str().map(str::to_owned),
            table: cells(&step["table"]),
        };
        Scenario {
            path: string(&json["path"]),
            name: string(&json["name"]),
            row: json["row"].as_u64().unwrap_or_default(),
            steps: json["steps"].as_array().map(|steps| steps.iter().map(step).collect()).unwrap_or_default(),
        }
    }

    pub fn id(&self) -> String {
        format!("{} {} #{}", self.path, self.name, self.row)
    }

    pub fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Error, temporal, or the rest.
    pub fn kind(&self) -> &'static str {
        if self.steps.iter().any(|step| step.text.contains("should be raised")) {
            "error"
        } else if self.path.contains("temporal") {
            "temporal"
        } else {
            "answer"
        }
    }
}

fn cells(table: &Json) -> Vec<Vec<String>> {
    let row = |row: &Json| row.as_array().map(|cells| cells.iter().map(string).collect()).unwrap_or_default();
    table.as_array().map(|rows| rows.iter().map(row).collect()).unwrap_or_default()
}

/// Errors that count as well as the one a scenario names: path, name, type, phase, detail.
pub struct Errata(Vec<(String, String, [String; 3])>);

impl Errata {
    pub fn read(text: &str) -> Errata {
        let json: Json = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}"));
        let mut accepted = Vec::new();
        for entry in json.as_array().into_iter().flatten() {
            for error in entry["accept_errors"].as_array().into_iter().flatten() {
                let error = [string(&error[0]), string(&error[1]), string(&error[2])];
                accepted.push((string(&entry["path"]), string(&entry["scenario"]), error));
            }
        }
        Errata(accepted)
    }

    pub fn accepts<'e>(&'e self, scenario: &'e Scenario) -> impl Iterator<Item = &'e [String; 3]> {
        let of = move |path: &str, name: &str| path == scenario.path && name == scenario.name;
        self.0.iter().filter(move |(path, name, _)| of(path, name)).map(|(_, _, error)| error)
    }
}
