use graphlance_gremlin::scalar::BigInt;

use super::*;

#[track_caller]
fn check(operation: Arithmetic, a: Scalar, b: Scalar, expected: Scalar) {
    assert_eq!(compute(operation, &a, &b, false, Overflow::Widens), Ok(expected), "{a:?} and {b:?}");
}

#[test]
fn a_result_is_of_the_wider_type() {
    check(Arithmetic::Add, Scalar::Byte(1), Scalar::Short(2), Scalar::Short(3));
    check(Arithmetic::Add, Scalar::Integer(1), Scalar::Float(0.5), Scalar::Float(1.5));
    check(Arithmetic::Add, Scalar::Long(1), Scalar::Float(0.5), Scalar::Double(1.5));
    check(
        Arithmetic::Multiply,
        Scalar::Long(2),
        Scalar::BigInteger(BigInt::from(3)),
        Scalar::BigInteger(BigInt::from(6)),
    );
    check(Arithmetic::Divide, Scalar::Integer(-7), Scalar::Integer(2), Scalar::Integer(-3));
    check(Arithmetic::Divide, Scalar::Integer(1), Scalar::Double(0.0), Scalar::Double(f64::INFINITY));
}

#[test]
fn what_does_not_fit_is_widened_or_wraps() {
    check(Arithmetic::Add, Scalar::Byte(127), Scalar::Byte(1), Scalar::Short(128));
    check(Arithmetic::Multiply, Scalar::Integer(i32::MAX), Scalar::Integer(2), Scalar::Long(4_294_967_294));
    check(Arithmetic::Multiply, Scalar::Float(f32::MAX), Scalar::Float(2.0), Scalar::Double(f64::from(f32::MAX) * 2.0));
    let wide = compute(Arithmetic::Add, &Scalar::Long(i64::MAX), &Scalar::Long(1), false, Overflow::Widens);
    assert!(wide.is_err());
    let wrapped = compute(Arithmetic::Add, &Scalar::Byte(127), &Scalar::Byte(1), false, Overflow::Wraps);
    assert_eq!(wrapped, Ok(Scalar::Byte(-128)));
}

#[test]
fn the_greater_of_two_has_the_wider_type() {
    assert_eq!(extreme(&Scalar::Integer(3), &Scalar::Double(2.0), true), Ok(Scalar::Double(3.0)));
    assert_eq!(extreme(&Scalar::Double(f64::NAN), &Scalar::Byte(1), true), Ok(Scalar::Byte(1)));
    assert!(extreme(&Scalar::Long(0), &Scalar::Double(-0.0), false).is_err());
    assert_eq!(extreme(&Scalar::Long(0), &Scalar::Double(0.0), false), Ok(Scalar::Double(0.0)));
}
