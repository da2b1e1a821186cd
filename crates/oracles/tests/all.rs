//! All tests of oracles against the reference, in one program: it is linked once, and slow tests run beside quick ones.

mod dinkel;
mod disassembly;
mod formula;
mod indexes;
mod naive;
mod power;
mod relations;
mod rewrites;
mod rewrites_of_writes;
mod rows;
mod scans;
mod skeletons;
mod slips;
mod smith;
mod soundness;
mod staying;
mod targets;
mod traversal_faults;
mod traversal_relations;
mod walks;
