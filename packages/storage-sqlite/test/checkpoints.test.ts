/** Checkpoints in a thread, seen from programs that do nothing else. */
import { spawnSync } from "node:child_process"
import { describe, expect, it } from "@effect/vitest"
import { inCI } from "@lectern/storage-testing/inCI"
import { Effect } from "effect"
import { bundle } from "./processes.js"
import { temporaryFile } from "./temporary.js"

const program = bundle("writer.ts")

// After 1,022 rows the first checkpoint begins, which the end of the program meets at any of its steps.
const meeting = inCI ? [1_022, 1_023, 1_026, 1_036, 1_040, 1_044, 1_050] : [1_022, 1_036]

describe.each([...meeting, 4_000])("a program that writes %i rows", (rows) => {
  it.scoped("waits for its writes and its end while nothing but a checkpoint runs", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const args = [program, filename, String(rows)]
      const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" })
      expect([status, stdout, stderr]).toEqual([0, `${rows} rows\n`, ""])
    })
  )
})
