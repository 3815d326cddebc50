/** `lectern check` */
import { findingText } from "@lectern/core/integrity/Finding"
import * as Effect from "effect/Effect"
import type { Handler } from "../Handler.js"
import { note, print } from "../output/Output.js"
import { checkWorkspace } from "../workspace/Checking.js"
import { repairWorkspace } from "../workspace/Repairing.js"

/**
 * `lectern check`: one line for each finding, exit code 1 if there is any. With `--repair`, it first rebuilds the
 * derived data that it can.
 */
export const check: Handler<"check"> = ({ json, repair }, settings) =>
  Effect.gen(function* () {
    const done = repair ? yield* repairWorkspace(settings) : undefined
    if (done !== undefined && !json) {
      for (const finding of done.repaired) yield* print(`repaired: ${findingText(finding)}`)
      for (const { finding, reason } of done.failed) yield* note(`not repaired: ${findingText(finding)}: ${reason}`)
    }
    yield* checkWorkspace(settings, json, done)
    yield* note("Nothing is damaged.")
  })
