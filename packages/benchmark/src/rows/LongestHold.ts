/** How long an unrelated edit waits during large writes. */
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { markdownOf } from "../Corpus.js"
import type { Family, Measure, Prepared } from "../Harness.js"
import { newSpace, newWorkspace, spaceOfTree, type Workspace, within } from "../Workspace.js"
import { sectionOf } from "./HttpEdit.js"

/** The maximum wait, in milliseconds. */
const longest = 1_000
const pause = 20

/** The longest wait of an edit of 2 KB in another space while an effect runs, in milliseconds. */
const waitingDuring = (workspace: Workspace, other: SpaceId, work: Effect.Effect<unknown, unknown>): Measure =>
  Effect.gen(function* () {
    let worst = 0
    let edit = 0
    const once = within(
      workspace,
      Effect.gen(function* () {
        const { id } = yield* (yield* Contents).pageByPath(other, "group-0/page-0")
        const document = { markdown: markdownOf(20_000 + edit++, 2_000) }
        const started = performance.now()
        yield* (yield* ContentEdits).apply(other, { changes: [{ operation: "update_page", page: id, document }] })
        worst = Math.max(worst, performance.now() - started)
      })
    )
    const editing = yield* Effect.fork(Effect.forever(Effect.zipRight(once, Effect.sleep(pause))))
    yield* work
    yield* Fiber.interrupt(editing)
    return worst
  })

/** Large writes; each is compared with no other work. */
export const longestHold: Family = {
  name: "longest-hold",
  onlyAsked: true,
  rows: Effect.gen(function* () {
    const workspace = yield* newWorkspace
    const spaceOf = (pages: number, bytes: number) => newSpace(workspace, pages, bytes)
    const other = yield* spaceOf(10, 2_000)
    const large = yield* spaceOf(10_000, 2_000)
    const wide = yield* spaceOf(1, 10)
    const idle = waitingDuring(workspace, other, Effect.sleep("1 seconds"))
    const row = (name: string, subject: string, work: Effect.Effect<unknown, unknown>, rounds = 1): Prepared => ({
      name: `longest-hold-${name}`,
      subject: `longest wait during ${subject}`,
      baseline: "during nothing",
      unit: "ms",
      target: { of: "subject", kind: "at most", value: longest },
      rounds,
      cold: true,
      pair: { subject: waitingDuring(workspace, other, work), baseline: idle }
    })
    const inBench = <A, E>(effect: Parameters<typeof within<A, E>>[1]) => within(workspace, effect)
    let round = 0
    const batch = inBench(
      Effect.gen(function* () {
        round++
        const changes = Array.from({ length: 32 }, (_, i) => ({
          operation: "insert_page" as const,
          document: { markdown: markdownOf(round * 100 + i, 1_000_000) }
        }))
        yield* (yield* ContentEdits).apply(wide, { changes })
      })
    )
    const section = yield* spaceOfTree(workspace, "Section", sectionOf(1_001))
    const { id: moved } = yield* inBench(Effect.flatMap(Contents, (contents) => contents.pageByPath(section, "page-0")))
    const move = inBench(
      Effect.flatMap(ContentEdits, (edits) =>
        edits.apply(section, {
          changes: [{ operation: "update_page", page: moved, slug: `section-${round++}` }]
        })
      )
    )
    const duplicate = inBench(Effect.flatMap(Spaces, (spaces) => spaces.duplicate(large)))
    const restore = inBench(
      Effect.gen(function* () {
        const spaces = yield* Spaces
        const { id } = yield* spaces.duplicate(large)
        yield* spaces.remove(id)
        yield* spaces.restore(id)
      })
    )
    return [
      row(
        "import",
        "an import of 2,000 pages of 10 KB",
        Effect.suspend(() => spaceOf(2_000, 10_000))
      ),
      row(
        "import-large",
        "an import of 10,000 pages of 2 KB",
        Effect.suspend(() => spaceOf(10_000, 2_000))
      ),
      // Several rounds, because each result is the maximum of few waits that differ by half.
      row("batch", "a batch of 32 texts of 1 MB", batch, 5),
      row("move", "a move of a section of 1,000 pages", move),
      row("duplicate", "the copy of a space of 10,000 pages", duplicate),
      row("restore", "deleting and restoring one", restore)
    ]
  })
}
