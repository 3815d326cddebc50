/**
 * For the test: says whether every release has its page, and releases versions until the process is killed. Argument:
 * the database.
 */
import { Actor, user } from "@lectern/core/access/Actor"
import { Console, Effect } from "effect"
import * as Database from "./Database.js"
import * as Releases from "./Releases.js"
import { release, titles } from "./Releasing.js"

const [filename = "application.db"] = process.argv.slice(2)

const program = Effect.gen(function* () {
  const { robot, space } = yield* Database.open
  const work = Effect.gen(function* () {
    const versions = yield* Releases.versions
    const pages = [...(yield* titles(space))].sort()
    const isWhole = JSON.stringify(versions) === JSON.stringify(pages)
    yield* Console.log(isWhole ? `whole: ${versions.length}` : `torn: ${versions.join(", ")} | ${pages.join(", ")}`)
    for (let number = versions.length; ; number++) {
      const version = String(number).padStart(6, "0")
      yield* release(space, { version, day: "2026-05-04", notes: "Notes." }, Console.log("between"))
      yield* Console.log("released")
    }
  })
  return yield* Effect.provideService(work, Actor, user(robot))
})

await Effect.runPromise(Effect.provide(program, Database.layer(filename)))
