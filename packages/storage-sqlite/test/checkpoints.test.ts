/** Checkpoints in a thread: that they happen, and how programs end that do nothing else. */
import { spawnSync } from "node:child_process"
import { statSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { inCI } from "@lectern/storage-testing/inCI"
import { Effect } from "effect"
import * as Checkpoints from "../src/Checkpoints.js"
import { loaded } from "./inspecting.js"
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

/** A turn of the event loop, in which the answer of the thread may arrive. */
const turn = Effect.promise(() => new Promise<void>((resolve) => setTimeout(resolve, 1)))

describe.each(loaded)("the thread by %s", (_, library) => {
  it.scoped("copies the log into the file, and the connection copies nothing itself", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const writer = yield* Effect.acquireRelease(
        Effect.sync(() => library.open(filename)),
        (writer) => Effect.sync(() => writer.close())
      )
      writer.pragma("journal_mode = wal")
      writer.pragma("wal_autocheckpoint = 0")
      writer.exec("create table large (a)")
      writer.prepare("insert into large values (?)").run(["x".repeat(1_000_000)])
      const checkpoints = yield* Effect.acquireRelease(
        Effect.sync(() => Checkpoints.make(writer, (effect) => effect)),
        ({ close }) => close
      )
      expect(statSync(filename).size).toBeLessThan(1_000_000)
      checkpoints.committed(1e6)
      // Where there is no thread, the connection is told to copy the log itself.
      const isAlone = () => writer.pragma("wal_autocheckpoint") !== 0
      while (statSync(filename).size < 1_000_000 && !isAlone()) yield* turn
      expect(isAlone()).toBe(false)
    })
  )
})
