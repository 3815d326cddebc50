import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { childNumbers } from "../Child.js"
import { constant, type Family, type Prepared, subjectAtMost, type Target } from "../Harness.js"
import { newWorkspace, spaceOfTree, treeOf } from "../Workspace.js"

/** The size of the manual of PostgreSQL 15: its pages, and the characters per page. */
const pages = 1_169
const characters = 6_700

/** Two processors for three minutes, in seconds; megabytes; and milliseconds of processor time. */
const mostTime = 360
const mostMemory = 2_048
const mostHold = 100

const pdfOf = (count: number) =>
  Effect.gen(function* () {
    const workspace = yield* newWorkspace
    const space = yield* spaceOfTree(workspace, `${count} pages`, treeOf(count, characters))
    const args = [workspace.filename, space]
    return yield* Effect.promise(() => childNumbers("./PdfOf.js", ["sheets", "time", "memory", "hold"], args))
  })

const rows: Effect.Effect<ReadonlyArray<Prepared>, unknown, Scope.Scope> = Effect.gen(function* () {
  const small = yield* pdfOf(Math.ceil(pages / 4))
  const large = yield* pdfOf(pages)
  const row = (name: string, of: keyof typeof large, unit: string, target?: Target): Prepared =>
    constant(name, [`PDF of ${pages} pages`, large[of]], ["of a quarter", small[of]], unit, target)
  return [
    row("large-pdf", "time", "CPU seconds", subjectAtMost(mostTime)),
    row("large-pdf-memory", "memory", "MB", subjectAtMost(mostMemory)),
    row("large-pdf-hold", "hold", "CPU ms", subjectAtMost(mostHold)),
    row("large-pdf-sheets", "sheets", "sheets")
  ]
})

/**
 * The PDF of a space as large as an ordinary manual: the processor time and memory of all processes, and how long the
 * thread that answers callers is blocked.
 */
export const largePdf: Family = { name: "large-pdf", onlyAsked: true, rows }
