use super::*;

#[test]
fn equivalence_tells_types_apart_and_ignores_order_in_sets_and_maps() {
    let integer = |value: i32| Value::Scalar(Scalar::Integer(value));
    assert_ne!(integer(1), Value::long(1));
    assert_eq!(Value::set([integer(1), integer(2)]), Value::set([integer(2), integer(1)]));
    assert_ne!(Value::list(vec![integer(1), integer(2)]), Value::list(vec![integer(2), integer(1)]));
    assert_eq!(Value::bag(vec![integer(1), integer(2)]), Value::bag(vec![integer(2), integer(1)]));
    assert_ne!(Value::bag(vec![integer(1), integer(1)]), Value::bag(vec![integer(1), integer(2)]));
}

#[test]
fn what_is_nested_is_counted() {
    let list = Value::list(vec![Value::list(Vec::new())]);
    assert_eq!(Value::NULL.depth(), 0);
    assert_eq!(list.depth(), 2);
    assert_eq!(Value::set([list.clone()]).depth(), 3);
    assert_eq!(Value::entry(list.clone(), Value::NULL).depth(), 3);
    assert_eq!([Value::NULL.held(), list.held()], [1, 2]);
    assert_eq!(Value::entry(list.clone(), list).held(), 5);
    let doubled = (0..80).fold(Value::NULL, |value, _| Value::list(vec![value.clone(), value]));
    assert_eq!(doubled.held(), u32::MAX as usize);
}
