/** Checkpoints in a thread, seen from programs that do nothing else. */
import { spawnSync } from "node:child_process"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { bundle } from "./processes.js"
import { temporaryFile } from "./temporary.js"

const program = bundle("writer.ts")

it.scoped("a program waits for its writes while nothing but a checkpoint runs", () =>
  Effect.gen(function* () {
    const filename = yield* temporaryFile
    const { status, stderr, stdout } = spawnSync(process.execPath, [program, filename], { encoding: "utf8" })
    expect([status, stdout, stderr]).toEqual([0, "4000 rows\n", ""])
  })
)
