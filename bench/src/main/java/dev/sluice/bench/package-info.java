/// `./sluice bench`: starts Sluice as a process of its own, drives it with wrk and with an
/// open-loop generator, and sets what comes out beside a bare Netty handler and a plain twin that
/// were measured in the same run. Every rate is checked against what the server says it did:
/// a figure with a wrong answer in it is printed as invalid.
///
/// A bench asks the machine for time; everything else here follows the rules of the other modules.
package dev.sluice.bench;
