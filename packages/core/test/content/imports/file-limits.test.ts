/** Imports of an address with files that are too large, and with a disk that is full. */
import { expect, it } from "@effect/vitest"
import * as FileLimits from "@lectern/core/blobs/FileLimits"
import { Imports, requestLimits as limits } from "@lectern/core/imports/Imports"
import { Contents } from "@lectern/core/space-content/Contents"
import { Effect, Fiber, Layer, TestClock } from "effect"
import { storages } from "../../storages.js"
import { as, failure } from "../../workspace.js"
import { hand, handbook, importing, input } from "./site.js"

const site = {
  pages: [{ key: "a", title: "A", markdown: "A" }],
  files: [
    { key: "fits.txt", name: "fits.txt", text: "12345" },
    { key: "large.txt", name: "large.txt", text: "123456" }
  ]
}

let free: number | undefined
const live = Layer.provide(
  importing(storages[0]!, (_, sink) => hand(site, sink)),
  FileLimits.layer({ maxFileBytes: 5, diskReserve: 1000, freeBytes: Effect.sync(() => free) })
)

it.effect("an import leaves out and reports a file that is too large", () =>
  Effect.gen(function* () {
    const [imports, contents] = [yield* Imports, yield* Contents]
    const { admin, space } = yield* handbook
    const { problems } = yield* as(admin)(imports.run(space, input, { limits }))
    expect(problems).toEqual(["large.txt: has more than 5 bytes; the file is left out"])
    expect((yield* as(admin)(contents.current(space))).files).toMatchObject([{ name: "fits.txt", size: 5 }])
  }).pipe(Effect.provide(live))
)

it.effect("an import that finds no room on the disk, however often it tries, fails and changes nothing", () =>
  Effect.gen(function* () {
    const [imports, contents] = [yield* Imports, yield* Contents]
    const { admin, space } = yield* handbook
    const before = yield* as(admin)(contents.head(space))
    free = 1000
    const running = yield* Effect.fork(as(admin)(failure(imports.run(space, input, { limits }))))
    const passing = Effect.forever(Effect.zipRight(TestClock.adjust("1 second"), Effect.yieldNow()))
    const failed = yield* Effect.raceFirst(Fiber.join(running), passing)
    expect(failed).toMatchObject({ _tag: "Unavailable", message: expect.stringContaining("disk") })
    expect(yield* as(admin)(contents.head(space))).toBe(before)
  }).pipe(Effect.provide(live))
)
