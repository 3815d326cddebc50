/** An application with tables of its own in the database of its documentation. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Actor, user } from "@lectern/core/access/Actor"
import { Console, Effect } from "effect"
import * as Database from "./Database.js"
import * as Releases from "./Releases.js"
import { release, titles } from "./Releasing.js"

const program = Effect.gen(function* () {
  const { robot, space } = yield* Database.open
  const asRobot = Effect.provideService(Actor, user(robot))
  const show = Effect.gen(function* () {
    yield* Console.log(`releases: ${(yield* Releases.versions).join(", ")}`)
    yield* Console.log(`pages: ${(yield* titles(space)).join(", ")}`)
  })
  const first = { version: "1.0", day: "2026-05-04", notes: "The first version." }
  yield* asRobot(release(space, first))
  yield* asRobot(show)

  // The transaction fails after the row was added, and takes it back.
  const second = { version: "1.1", day: "2026-06-01", notes: "Search answers sooner." }
  const failed = yield* Effect.flip(
    Effect.timeoutFail(asRobot(release(space, second, Effect.never)), {
      duration: "100 millis",
      onTimeout: () => "it took too long"
    })
  )
  yield* Console.log(`1.1 failed: ${failed}`)
  yield* asRobot(show)
})

const folder = mkdtempSync(join(tmpdir(), "own-tables-"))

await program.pipe(
  Effect.provide(Database.layer(join(folder, "application.db"))),
  Effect.ensuring(Effect.sync(() => rmSync(folder, { recursive: true }))),
  Effect.runPromise
)
