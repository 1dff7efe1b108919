/// A node: `Main`, the options of `./sluice run`, the settings, and `Sluice`, which builds all
/// parts with `new`, starts them and closes them in reverse. `BuyerSide`, `PaymentSide` and
/// `OperatorSide` give the routes the parts that they use. Also the demo and the check of the data
/// folder. Who wants to see the whole system begins here, with `Main`.
///
/// Uses: access, account, admin, audit, catalogue, challenge, claim, config, engine, http, live,
/// metrics, nginx, payment, profile, rehearse, web.
package dev.sluice.server;
