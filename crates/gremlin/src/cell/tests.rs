use super::*;
use crate::graphson;

#[track_caller]
fn read(text: &str) -> Cell {
    cell(&graphson::decode_text(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

/// Texts of GraphSON that must, or must not, be the same cell.
#[track_caller]
fn check(one: &str, other: &str, same: bool) {
    assert_eq!(read(one) == read(other), same, "{one}\n{other}\n{:?}\n{:?}", read(one), read(other));
}

#[test]
fn integers_and_floats_are_compared_by_value_and_all_other_types_are_told_apart() {
    let typed = |kind: &str, value: &str| format!("{{\"@type\":\"{kind}\",\"@value\":{value}}}");
    check(&typed("g:Int32", "1"), &typed("g:Int64", "1"), true);
    check(&typed("gx:Byte", "1"), &typed("gx:Int16", "1"), true);
    check(&typed("g:Float", "0.5"), &typed("g:Double", "0.5"), true);
    check(&typed("g:Float", "0.1"), &typed("g:Double", "0.1"), false);
    check(&typed("g:Int32", "1"), &typed("g:Double", "1.0"), false);
    check(&typed("g:Int32", "1"), &typed("gx:BigInteger", "1"), false);
    check(&typed("gx:BigDecimal", "1.50"), &typed("gx:BigDecimal", "1.5"), true);
    check(&typed("gx:BigDecimal", "1.5"), &typed("g:Double", "1.5"), false);
    check(
        &typed("g:UUID", "\"00000000-0000-0000-0000-000000000000\""),
        "\"00000000-0000-0000-0000-000000000000\"",
        false,
    );
}

#[test]
fn what_has_no_order_is_the_same_in_any_and_a_list_is_not() {
    let of = |kind: &str, items: &str| format!("{{\"@type\":\"{kind}\",\"@value\":[{items}]}}");
    check(&of("g:Set", "\"a\",\"b\""), &of("g:Set", "\"b\",\"a\""), true);
    check(&of("g:List", "\"a\",\"b\""), &of("g:List", "\"b\",\"a\""), false);
    check(&of("g:List", "\"a\""), &of("g:Set", "\"a\""), false);
    check(&of("g:Map", "\"a\",true,\"b\",false"), &of("g:Map", "\"b\",false,\"a\",true"), true);
    check(&of("g:Map", "true,\"a\",false,\"b\""), &of("g:Map", "false,\"b\",true,\"a\""), true);
    check(&of("g:Map", "true,\"a\""), &of("g:Map", "\"true\",\"a\""), false);
    let two = "{\"@type\":\"g:Int64\",\"@value\":2}";
    check(&of("g:BulkSet", &format!("\"a\",{two}")), &of("g:BulkSet", &format!("\"a\",{two},\"b\",{two}")), false);
}

#[test]
fn no_map_of_a_user_is_taken_for_a_type() {
    let map =
        "{\"@type\":\"g:Map\",\"@value\":[\"@type\",\"g:UUID\",\"@value\",\"00000000-0000-0000-0000-000000000000\"]}";
    let uuid = "{\"@type\":\"g:UUID\",\"@value\":\"00000000-0000-0000-0000-000000000000\"}";
    check(map, uuid, false);
}

#[test]
fn elements_are_what_they_have_and_not_their_identities() {
    let vertex = |id: &str, values: &str| {
        let property = |value: &str| {
            format!("{{\"@type\":\"g:VertexProperty\",\"@value\":{{\"id\":{id},\"value\":{value},\"label\":\"k\"}}}}")
        };
        let values: Vec<String> = values.split(' ').map(property).collect();
        format!(
            "{{\"@type\":\"g:Vertex\",\"@value\":{{\"id\":{id},\"label\":\"A\",\"properties\":{{\"k\":[{}]}}}}}}",
            values.join(",")
        )
    };
    check(&vertex("1", "5"), &vertex("2", "5"), true);
    check(&vertex("1", "5"), &vertex("1", "6"), false);
    check(&vertex("1", "5 6"), &vertex("1", "6 5"), true);
    check(&vertex("1", "5 5"), &vertex("1", "5"), false);
    let Cell::Node(node) = read(&vertex("1", "5")) else { panic!("a node") };
    assert_eq!(node.properties.get("k"), Some(&Cell::Integer(5)));
}

#[test]
fn what_a_property_holds_has_a_literal_that_is_the_same_cell() {
    let uuid: Uuid = "8bcf2f9e-7b5c-4b4e-9c1e-0a1b2c3d4e5f".parse().expect("a UUID");
    let moment: DateTime = "2018-03-22T00:35:44.741+16:00".parse().expect("a date and time");
    let big: BigInt = "123456789012345678901234567890".parse().expect("an integer");
    let decimal: BigDecimal = "12.5".parse().expect("a decimal");
    let scalars = [
        Scalar::Boolean(true),
        Scalar::Long(i64::MIN),
        Scalar::Double(-0.0),
        Scalar::string("x"),
        Scalar::Uuid(uuid),
        Scalar::DateTime(moment),
        Scalar::BigInteger(big),
        Scalar::BigDecimal(decimal),
    ];
    for scalar in scalars {
        let cell = of_scalar(&scalar);
        assert_eq!(argument(&cell), Some(Argument::Scalar(scalar)), "{cell:?}");
    }
    let list = Cell::list(vec![Cell::Integer(1), Cell::list(Vec::new())]);
    let one = Argument::Scalar(Scalar::Long(1));
    assert_eq!(argument(&list), Some(Argument::List(vec![one, Argument::List(Vec::new())])));
    assert_eq!(argument(&Cell::point(1.0, 2.0)), None);
}
