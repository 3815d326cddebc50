/** Checks a workspace and prints what is damaged. */
import { type Finding, findingText } from "@lectern/core/integrity/Finding"
import { Integrity, keptFindings } from "@lectern/core/integrity/Integrity"
import { SqliteSnapshot } from "@lectern/storage-sqlite/internal/SqliteSnapshot"
import { Effect } from "effect"
import type { Settings } from "../config/Settings.js"
import { Failed } from "../output/Failures.js"
import { print, printJson } from "../output/Output.js"
import { existingFile, placeOf } from "./Place.js"
import { inSnapshot } from "./Snapshot.js"
import { inWorkspace } from "./Workspace.js"

const things = (count: number): string => (count === 1 ? "1 thing is" : `${count} things are`)

/** Checks a snapshot of the file, and the file itself. */
const inFile = (found: (finding: Finding) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const damages = yield* (yield* SqliteSnapshot).damage
    yield* Effect.forEach(damages, found, { discard: true })
    const { count, findings } = yield* (yield* Integrity).check(found)
    return { count: count + damages.length, findings: [...damages, ...findings].slice(0, keptFindings) }
  })

/**
 * Checks a workspace: a snapshot of its file, or a database while others use it. Prints each finding immediately, or all
 * as JSON; fails if there is any.
 */
export const checkWorkspace = (settings: Settings, asJson: boolean) =>
  Effect.gen(function* () {
    const found = (finding: Finding) => (asJson ? Effect.void : print(findingText(finding)))
    const { count, findings } =
      settings.database === undefined
        ? yield* inSnapshot(settings, yield* existingFile(settings), inFile(found))
        : yield* inWorkspace(
            settings,
            Effect.flatMap(Integrity, (integrity) => integrity.check(found))
          )
    if (asJson) yield* printJson({ count, findings })
    if (count === 0) return
    return yield* new Failed({
      message: `${things(count)} damaged in ${placeOf(settings)}; restore a backup`
    })
  })
