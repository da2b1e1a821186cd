//! All tests of the reference from outside, in one program: it is linked once, and slow tests run beside quick ones.

mod brute_force;
mod constants;
mod costs;
mod departures;
mod deviations;
mod faults;
mod manual;
mod openness;
mod paths;
mod reading;
mod review;
mod rules;
mod seeds;
mod specification;
mod uniqueness;
