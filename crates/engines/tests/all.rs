//! All tests of drivers and launchers, in one program: it is linked once, and slow tests run beside quick ones.

mod batch;
mod bolt;
mod bolt_live;
mod falkordb;
mod falkordb_live;
mod grafeo;
mod gremlin_live;
mod gremlin_transactions;
mod hostile;
mod launcher;
mod leftovers_live;
mod newcomer;
mod scripts;
mod support;
mod transactions;
mod worker;
mod workers_live;
