use super::*;
use crate::version::Version;

#[test]
fn every_step_is_found_by_its_text() {
    for name in StepName::all() {
        assert_eq!(name.row().name, name);
        assert_eq!(StepName::find(name.text()), Some(name));
    }
    assert!(StepName::all().count() > 140);
}

#[test]
fn only_the_last_parameter_stands_for_several() {
    for name in StepName::all() {
        for signature in name.row().signatures {
            let front = signature.parameters.split_last().map_or(&[][..], |(_, front)| front);
            assert!(front.iter().all(|parameter| !parameter.is_several()), "{name:?}");
            assert!(!signature.versions.is_empty(), "{name:?}");
        }
    }
}

#[track_caller]
fn check(name: StepName, versions: &str) {
    assert_eq!(name.row().versions().to_string(), versions, "{name:?}");
}

#[test]
fn steps_come_and_go_with_versions() {
    check(StepName::Out, "3.5, 3.6, 3.7, 3.8");
    check(StepName::MergeV, "3.6, 3.7, 3.8");
    check(StepName::ToUpper, "3.7, 3.8");
    check(StepName::AsNumber, "3.8");
    check(StepName::Store, "3.5, 3.6, 3.7");
}

#[test]
fn forms_come_and_go_with_versions() {
    let traversal = Argument::Traversal(crate::Traversal::default());
    let has = StepName::Has.row().versions_of(Place::Step, &["age".into(), traversal]);
    // In 3.8 a traversal is any value, which a property is compared with.
    assert!(has.contains(Version::V37));
    let edges = StepName::E.row();
    assert_eq!(edges.versions_of(Place::Start, &[]), Versions::ALL);
    assert_eq!(edges.versions_of(Place::Step, &[]).to_string(), "3.7, 3.8");
    assert_eq!(StepName::None.row().versions_of(Place::Step, &[]).to_string(), "3.7");
}

#[test]
fn a_form_takes_as_many_arguments_as_it_has_parameters() {
    let range = StepName::Range.row();
    assert!(range.signature(Place::Step, &[1.into(), 2.into()]).is_some());
    assert!(range.signature(Place::Step, &[1.into()]).is_none());
    assert!(range.signature(Place::Step, &[1.into(), 2.into(), 3.into()]).is_none());
    assert!(StepName::As.row().signature(Place::Modulator, &[]).is_none());
    assert!(StepName::Out.row().signature(Place::Start, &[]).is_none());
}
