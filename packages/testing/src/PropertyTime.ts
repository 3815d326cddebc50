/**
 * Ends every property after the seconds that `LECTERN_SECONDS` allows it. Runs until then count. If there were none, it
 * has not failed.
 */
import * as FastCheck from "effect/FastCheck"

FastCheck.configureGlobal({
  ...FastCheck.readConfigureGlobal(),
  interruptAfterTimeLimit: 1000 * Number(process.env.LECTERN_SECONDS),
  markInterruptAsFailure: false,
  reporter: (details) => {
    const only = details.interrupted && details.counterexample === null
    if (details.failed && !only) throw new Error(FastCheck.defaultReportMessage(details))
  }
})
