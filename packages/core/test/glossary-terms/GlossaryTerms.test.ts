import { describe, expect, it } from "@effect/vitest"
import { GlossaryTerm, GlossaryTermId } from "@lectern/core/glossary-terms/GlossaryTerm"
import { GlossaryTerms } from "@lectern/core/glossary-terms/GlossaryTerms"
import { Effect, Schema, TestClock } from "effect"
import { storages } from "../storages.js"
import { as, member, organization, outcome, walk, workspace } from "../workspace.js"

const parse = Schema.decodeUnknownSync(GlossaryTerm, { onExcessProperty: "error" })
const page = { term: "Page", definition: "A text with a title" }

describe.each(storages)("glossary terms over $name", (storage) => {
  const live = workspace(storage)

  it.effect("are added, replaced and removed", () =>
    Effect.gen(function* () {
      const terms = yield* GlossaryTerms
      const { id, admin } = yield* organization()
      const own = as(admin)
      const made = yield* own(terms.create(id, page))
      expect(parse(made)).toEqual({
        object: "glossary-term",
        id: made.id,
        ...page,
        createdAt: "1970-01-01T00:00:00.000Z",
        updatedAt: "1970-01-01T00:00:00.000Z",
        permissions: { view: true, edit: true },
        urls: { location: `https://docs.example/v1/orgs/${id}/glossary-terms/${made.id}` }
      })
      yield* TestClock.adjust("1 minute")
      const longest = { term: "é".repeat(100), definition: "😀".repeat(1000) }
      const replaced = yield* own(terms.update(id, made.id, longest))
      expect(replaced).toEqual({ ...made, ...longest, updatedAt: "1970-01-01T00:01:00.000Z" })
      expect(yield* own(terms.get(id, made.id))).toEqual(replaced)
      yield* own(terms.remove(id, made.id))
      yield* own(terms.remove(id, made.id))
      expect(yield* outcome(own(terms.get(id, made.id)))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("need the role that each operation states, and are not there for guests and strangers", () =>
    Effect.gen(function* () {
      const terms = yield* GlossaryTerms
      const { id, admin } = yield* organization()
      const { admin: stranger } = yield* organization("Other")
      const made = yield* as(admin)(terms.create(id, page))
      const outcomes = (caller: typeof admin, target: GlossaryTermId) =>
        Effect.map(
          Effect.forEach(
            [
              terms.list(id, {}),
              terms.get(id, target),
              terms.update(id, target, page),
              terms.create(id, page),
              terms.remove(id, target)
            ],
            (call) => outcome<unknown, never>(as(caller)(call))
          ),
          (all) => all.join(" ")
        )
      const reviewer = yield* member(id, "Reviewer", "review")
      const guest = yield* member(id, "Guest", null)
      const creator = yield* member(id, "Creator", "create")
      const nothing = GlossaryTermId.make("nothing")
      expect(yield* outcomes(reviewer, made.id)).toBe("ok ok Forbidden Forbidden Forbidden")
      expect((yield* as(reviewer)(terms.get(id, made.id))).permissions).toEqual({ view: true, edit: false })
      for (const target of [made.id, nothing]) {
        expect(yield* outcomes(guest, target)).toBe("Forbidden NotFound NotFound Forbidden ok")
        expect(yield* outcomes(stranger, target)).toBe("NotFound NotFound NotFound NotFound ok")
      }
      expect(yield* outcomes(creator, made.id)).toBe("ok ok ok ok ok")
      expect(yield* outcome(as(admin)(terms.get(id, made.id)))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("are listed in the order in which they were added", () =>
    Effect.gen(function* () {
      const terms = yield* GlossaryTerms
      const { id, admin } = yield* organization()
      const other = yield* organization("Other")
      const words = ["a", "b", "c", "d", "e"]
      for (const term of words) yield* as(admin)(terms.create(id, { ...page, term }))
      yield* as(other.admin)(terms.create(other.id, page))
      const { items, counts } = yield* walk((query) => as(admin)(terms.list(id, query)), 2)
      expect(items.map(({ term }) => term)).toEqual(words)
      expect([...counts]).toEqual([5])
    }).pipe(Effect.provide(live))
  )
})
