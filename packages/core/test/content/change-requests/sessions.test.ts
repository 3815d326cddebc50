/** Main and two change requests, edited, updated, resolved and merged at random: laws that hold after each step. */

import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { MergeConflict } from "@lectern/core/change-requests/MergeConflict"
import { hasMarkers } from "@lectern/core/content/merge/Markers"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { type Edit, edit, everywhere, type Form, normal, type Session } from "./sessions.js"
import { expectNothingLost } from "./unlost.js"

const numRuns = runs(6)
const timeout = 120_000 + 3_000 * numRuns

/**
 * A change request as the test follows it: `base` is main as of the last time that the request had everything of it,
 * unless conflicts were left undecided then.
 */
interface Followed {
  readonly id: ChangeRequestId
  readonly base?: Form
}

const which = fc.constantFrom<0 | 1>(0, 1)
const step = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({ do: fc.constant("edit"), line: fc.constantFrom<0 | 1 | "main">(0, 1, "main"), edit })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("pull", "resolve"), which, by: fc.nat(80) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("merge"), which, by: fc.nat(1) }) }
)

const freeTexts: ReadonlySet<string> = new Set(["title", "slug", "description"])

const decided = (by: number, { item, kind, where }: MergeConflict, index: number) => {
  const isText = kind === "block" || (kind === "field" && freeTexts.has(where))
  const choice = Math.floor(by / 3 ** (index % 4)) % 3
  if (choice === 2 && isText) return { item, where, text: `decided-${index}` }
  return { item, where, take: choice === 0 ? ("main" as const) : ("request" as const) }
}

const nameOf = ({ item, where }: MergeConflict): string => `${item} ${where}`

const marked = ({ pages }: Form) => pages.filter(({ markdown }) => hasMarkers(markdown))

const followed = ({ read, space }: Session) =>
  Effect.gen(function* () {
    const requests = yield* ChangeRequests
    const open = Effect.gen(function* () {
      return { id: (yield* requests.create(space, {})).id, base: yield* read() }
    })

    const merge = Effect.fnUntraced(function* ({ base, id }: Followed, by: number) {
      const [main, request] = [yield* read(), yield* read(id)]
      const conflicts = yield* requests.conflicts(space, id)
      const outcome = yield* Effect.either(requests.merge(space, id))
      const merged = yield* read()
      expect(marked(merged)).toEqual([])
      if (outcome._tag === "Right" && outcome.right.result === "merge") {
        expect(conflicts).toEqual([])
        if (base !== undefined) expectNothingLost({ base, main, request, merged })
        if (by === 0) return yield* open
        yield* requests.update(space, id, { status: "open" })
        expect(yield* read(id)).toEqual(merged)
        return { id, base: merged }
      }
      expect(yield* read(id)).toEqual(request)
      expect(merged).toEqual(main)
      if (outcome._tag === "Right") expect(conflicts).not.toEqual([])
      else expect(marked(request)).not.toEqual([])
      return { id, ...(base !== undefined && { base }) }
    })

    const pull = Effect.fnUntraced(function* ({ base, id }: Followed) {
      const [main, request] = [yield* read(), yield* read(id)]
      const conflicts = yield* requests.conflicts(space, id)
      const { outdated } = yield* requests.get(space, id)
      const { result } = yield* requests.pull(space, id)
      expect(result).toBe(outdated && conflicts.length > 0 ? "conflicts" : "update")
      const stay = yield* requests.conflicts(space, id)
      expect(conflicts.map(nameOf)).toEqual(expect.arrayContaining(stay.map(nameOf)))
      expect(yield* requests.get(space, id)).toMatchObject({ outdated: false })
      const merged = yield* read(id)
      expect(yield* read()).toEqual(main)
      if (conflicts.length > 0) return { id }
      if (base !== undefined) expectNothingLost({ base, main, request, merged })
      return { id, base: main }
    })

    const resolve = Effect.fnUntraced(function* ({ base, id }: Followed, by: number) {
      let conflicts = yield* requests.conflicts(space, id)
      if (conflicts.length === 0) return { id, ...(base !== undefined && { base }) }
      const before = marked(yield* read(id)).length
      // If one side's page is removed, the places of the pages that the other side put into it are left to decide.
      for (let round = 0; conflicts.length > 0; round++) {
        expect(round).toBeLessThan(4)
        const resolutions = conflicts.map((conflict, index) => decided(by, conflict, index))
        yield* requests.resolve(space, id, { resolutions })
        conflicts = yield* requests.conflicts(space, id)
      }
      const request = yield* read(id)
      expect(marked(request).length).toBeLessThanOrEqual(before)
      const main = yield* read()
      if (before > 0) return { id, base: main }
      expect((yield* requests.merge(space, id)).result).toBe("merge")
      expect(normal(yield* read())).toEqual(normal(request))
      return yield* open
    })

    /** Finishes a request with steps that everybody may take. */
    const finish = Effect.fnUntraced(function* (request: Followed) {
      yield* pull(request)
      for (const page of marked(yield* read(request.id))) {
        const document = { markdown: page.markdown.replaceAll(/^(?:<<<<<<<|=======|>>>>>>>).*\n?/gm, "") }
        const changes = [{ operation: "update_page" as const, page: page.id, document }]
        yield* (yield* ContentEdits).apply(space, { changes }, { changeRequest: request.id })
      }
      const open = yield* requests.conflicts(space, request.id)
      expect(open.map(({ kind }) => kind)).not.toContain("block")
      if (open.length > 0) {
        expect((yield* requests.merge(space, request.id)).result).toBe("conflicts")
        yield* resolve({ id: request.id }, 0)
        return
      }
      const there = yield* read(request.id)
      expect((yield* requests.merge(space, request.id)).result).toBe("merge")
      expect(normal(yield* read())).toEqual(normal(there))
    })
    return { open, merge, pull, resolve, finish }
  })

it("loses nothing, keeps trees whole, and ends in a merge, alike on all storages", { timeout }, () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(edit, { minLength: 2, maxLength: 6 }),
      fc.array(step, { minLength: 3, maxLength: 16 }),
      (before: ReadonlyArray<Edit>, steps) =>
        everywhere((session) =>
          Effect.gen(function* () {
            const { apply, read } = session
            const { finish, merge, open, pull, resolve } = yield* followed(session)
            for (const each of before) yield* apply({ ...each, action: "insert" })
            const all: Record<0 | 1, Followed> = { 0: yield* open, 1: yield* open }
            for (const each of steps) {
              if ("edit" in each) {
                yield* apply(each.edit, each.line === "main" ? undefined : all[each.line].id)
                continue
              }
              const request = all[each.which]
              all[each.which] = yield* each.do === "pull"
                ? pull(request)
                : each.do === "merge"
                  ? merge(request, each.by)
                  : resolve(request, each.by)
              if (each.do === "resolve") yield* read(all[each.which].id)
            }
            for (const request of [all[0], all[1]]) yield* finish(request)
            return normal(yield* read())
          })
        )
    ),
    { numRuns }
  )
)
