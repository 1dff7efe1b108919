/// Who runs the sale that is rehearsed, over the API as any operator would: makes buyers and sales,
/// restocks, watches the stock and reads the ledger; also starts and kills a server of its own.
///
/// Uses: crowd, evidence, process, scenario, verdict.
package dev.sluice.rehearsal.backstage;
