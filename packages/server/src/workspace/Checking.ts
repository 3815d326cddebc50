/** Checks a workspace and prints what is damaged. */
import { type Finding, findingText } from "@lectern/core/integrity/Finding"
import { Integrity, keptFindings } from "@lectern/core/integrity/Integrity"
import { SqliteSnapshot } from "@lectern/storage-sqlite/internal/SqliteSnapshot"
import { Effect } from "effect"
import type { Settings } from "../config/Settings.js"
import { Failed } from "../output/Failures.js"
import { print, printJson } from "../output/Output.js"
import { existingFile } from "./Place.js"
import { inSnapshot } from "./Snapshot.js"

const things = (count: number): string => (count === 1 ? "1 thing is" : `${count} things are`)

/** Checks a snapshot of a workspace. Prints each finding immediately, or all as JSON; fails if there is any. */
export const checkWorkspace = (settings: Settings, asJson: boolean) =>
  Effect.gen(function* () {
    const found = (finding: Finding) => (asJson ? Effect.void : print(findingText(finding)))
    const file = yield* existingFile(settings)
    const { count, findings } = yield* inSnapshot(
      settings,
      file,
      Effect.gen(function* () {
        const inFile = yield* (yield* SqliteSnapshot).damage
        yield* Effect.forEach(inFile, found, { discard: true })
        const { count, findings } = yield* (yield* Integrity).check(found)
        return { count: count + inFile.length, findings: [...inFile, ...findings].slice(0, keptFindings) }
      })
    )
    if (asJson) yield* printJson({ count, findings })
    if (count === 0) return
    return yield* new Failed({
      message: `${things(count)} damaged in ${file}; lectern restore brings back a backup`
    })
  })
