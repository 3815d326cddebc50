/** Checks a workspace and prints the damage. */
import { type Finding, findingText } from "@lectern/core/integrity/Finding"
import { Integrity, keptFindings, type RepairResult } from "@lectern/core/integrity/Integrity"
import { StorageSnapshot } from "@lectern/storage-sql/internal/WorkspaceCopy"
import * as Effect from "effect/Effect"
import type { Settings } from "../config/Settings.js"
import { Failed } from "../output/Failures.js"
import { print, printJson } from "../output/Output.js"
import { placeOf, requireWorkspace } from "./Place.js"
import { inSnapshot } from "./Snapshot.js"

const things = (count: number): string => (count === 1 ? "1 thing is" : `${count} things are`)

/** The advice about damages of which some can be rebuilt. */
const advice = (findings: ReadonlyArray<Finding>, isRepaired: boolean): string => {
  const derived = isRepaired ? 0 : findings.filter((finding) => finding.derived).length
  if (derived === 0) return "restore a backup"
  const all = derived === findings.length
  return `lectern check --repair rebuilds ${all ? "what is damaged" : `${derived} of them; for the others, restore a backup`}`
}

/** Checks a snapshot, and the data below the ports. */
const inside = (found: (finding: Finding) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const damages = (yield* (yield* StorageSnapshot).damage).map(({ searchOf: _, ...damage }): Finding => damage)
    yield* Effect.forEach(damages, found, { discard: true })
    const { count, findings } = yield* (yield* Integrity).check(found)
    return { count: count + damages.length, findings: [...damages, ...findings].slice(0, keptFindings) }
  })

/**
 * Checks a snapshot of a workspace, while others use it. Prints each finding immediately, or all as JSON; fails if
 * there is any. `repaired` is the list of earlier repairs.
 */
export const checkWorkspace = (settings: Settings, asJson: boolean, repaired?: RepairResult) =>
  Effect.gen(function* () {
    const found = (finding: Finding) => (asJson ? Effect.void : print(findingText(finding)))
    yield* requireWorkspace(settings)
    const { count, findings } = yield* inSnapshot(settings, inside(found))
    if (asJson) yield* printJson({ ...repaired, count, findings })
    if (count === 0) return
    return yield* new Failed({
      message: `${things(count)} damaged in ${placeOf(settings)}; ${advice(findings, repaired !== undefined)}`
    })
  })
