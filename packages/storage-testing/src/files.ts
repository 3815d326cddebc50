/**
 * Storages in files, for tests that open hundreds of them and do not depend on durability.
 * @since 0.1.0
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { temporaryPlace } from "./temporaryPlace.js"

/** The free space that a suite may need, in bytes; containers often have less there. */
const enough = 1024 ** 3

/** A new folder that lasts as long as the scope, in memory where the system has a place for that. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(temporaryPlace(enough), "lectern-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/**
 * A new storage in a file each time the layer is built. The changes that `open` makes to a missing file, above all its
 * migrations, are made once; after that it opens copies. `open` must leave all of it in that one file when it closes
 * it.
 */
export const newFile = <A, E>(open: (filename: string) => Layer.Layer<A, E>): Layer.Layer<A, E> => {
  let made: Uint8Array | undefined
  return Layer.unwrapScoped(
    Effect.gen(function* () {
      const filename = join(yield* temporaryFolder, "lectern.db")
      if (made === undefined) {
        yield* Effect.scoped(Layer.build(open(filename)))
        made = readFileSync(filename)
      } else writeFileSync(filename, made)
      return open(filename)
    })
  )
}
