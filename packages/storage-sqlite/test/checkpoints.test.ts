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

/** Checkpoints of a new file with more in its log than a checkpoint waits for. */
const withLog = (library: (typeof loaded)[number][1], autocheckpoint: number) =>
  Effect.gen(function* () {
    const filename = yield* temporaryFile
    const writer = yield* Effect.acquireRelease(
      Effect.sync(() => library.open(filename)),
      (writer) => Effect.sync(() => writer.close())
    )
    writer.pragma("journal_mode = wal")
    writer.pragma(`wal_autocheckpoint = ${autocheckpoint}`)
    writer.exec("create table large (a)")
    writer.prepare("insert into large values (?)").run(["x".repeat(1_000_000)])
    const checkpoints = Checkpoints.make(writer, (effect) => effect)
    return { checkpoints, pages: () => writer.pragma("wal_autocheckpoint"), size: () => statSync(filename).size }
  })

describe.each(loaded)("the thread by %s", (_, library) => {
  it.scoped("copies the log into the file, and the connection copies only what the thread leaves", () =>
    Effect.gen(function* () {
      const { checkpoints, pages, size } = yield* withLog(library, 1_000)
      expect(size()).toBeLessThan(1_000_000)
      checkpoints.committed(1e6)
      expect(pages()).toBe(16_000)
      while (size() < 1_000_000) yield* turn
      yield* checkpoints.close
      expect(pages()).toBe(1_000)
    })
  )

  it.scoped("leaves a log alone that an application copies itself", () =>
    Effect.gen(function* () {
      const { checkpoints, pages, size } = yield* withLog(library, 0)
      checkpoints.committed(1e6)
      for (let i = 0; i < 20; i++) yield* turn
      yield* checkpoints.close
      expect([pages(), size() < 1_000_000]).toEqual([0, true])
    })
  )
})
