import { describe, expect, it } from "@effect/vitest"
import { TranslationSettings, TranslationSettingsId } from "@lectern/core/translations/TranslationSettings"
import { Translations } from "@lectern/core/translations/Translations"
import { Effect, Schema, TestClock } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, member, organization, outcome, walk, workspace } from "../../workspace.js"

const parse = Schema.decodeUnknownSync(TranslationSettings, { onExcessProperty: "error" })

describe.each(storages)("translation settings over $name", (storage) => {
  const live = workspace(storage)

  it.effect("are made, replaced and removed", () =>
    Effect.gen(function* () {
      const translations = yield* Translations
      const { id, admin } = yield* organization()
      const own = as(admin)
      const made = yield* own(translations.create(id, { title: "Romance languages" }))
      expect(parse(made)).toEqual({
        object: "translation-settings",
        id: made.id,
        title: "Romance languages",
        languages: [],
        createdAt: "1970-01-01T00:00:00.000Z",
        updatedAt: "1970-01-01T00:00:00.000Z",
        permissions: { view: true, edit: true },
        urls: { location: `https://docs.example/v1/orgs/${id}/translations/${made.id}` }
      })
      yield* TestClock.adjust("1 minute")
      const replaced = yield* own(translations.update(id, made.id, { title: "é".repeat(100) }))
      expect(replaced).toEqual({ ...made, title: "é".repeat(100), updatedAt: "1970-01-01T00:01:00.000Z" })
      expect(yield* own(translations.get(id, made.id))).toEqual(replaced)
      yield* own(translations.remove(id, made.id))
      yield* own(translations.remove(id, made.id))
      expect(yield* outcome(own(translations.get(id, made.id)))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("have a title of 1 to 100 characters", () =>
    Effect.gen(function* () {
      const translations = yield* Translations
      const { id } = yield* organization()
      const create = (title: string) => outcome(asSystem(translations.create(id, { title })))
      expect(yield* create("")).toBe("Invalid")
      expect(yield* create("é")).toBe("ok")
      expect(yield* create("😀".repeat(100))).toBe("ok")
      expect(yield* create("😀".repeat(101))).toBe("Invalid")
    }).pipe(Effect.provide(live))
  )

  it.effect("need the role that each operation states, and are not there for guests and strangers", () =>
    Effect.gen(function* () {
      const translations = yield* Translations
      const { id, admin } = yield* organization()
      const { id: elsewhere, admin: stranger } = yield* organization("Other")
      const made = yield* as(admin)(translations.create(id, { title: "Made" }))
      const outcomes = (caller: typeof admin, target: TranslationSettingsId) =>
        Effect.map(
          Effect.forEach(
            [
              translations.list(id, {}),
              translations.get(id, target),
              translations.update(id, target, { title: "x" }),
              translations.create(id, { title: "x" }),
              translations.remove(id, target)
            ],
            (call) => outcome<unknown, never>(as(caller)(call))
          ),
          (all) => all.join(" ")
        )
      const reviewer = yield* member(id, "Reviewer", "review")
      const guest = yield* member(id, "Guest", null)
      const creator = yield* member(id, "Creator", "create")
      const nothing = TranslationSettingsId.make("nothing")
      expect(yield* outcomes(reviewer, made.id)).toBe("ok ok Forbidden Forbidden Forbidden")
      expect(yield* outcomes(reviewer, nothing)).toBe("ok NotFound NotFound Forbidden ok")
      expect((yield* as(reviewer)(translations.get(id, made.id))).permissions).toEqual({ view: true, edit: false })
      for (const target of [made.id, nothing]) {
        expect(yield* outcomes(guest, target)).toBe("Forbidden NotFound NotFound Forbidden ok")
        expect(yield* outcomes(stranger, target)).toBe("NotFound NotFound NotFound NotFound ok")
      }
      expect(yield* outcome(as(stranger)(translations.get(elsewhere, made.id)))).toBe("NotFound")
      expect(yield* outcomes(creator, made.id)).toBe("ok ok ok ok ok")
      expect(yield* outcome(as(admin)(translations.get(id, made.id)))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("are listed in the order of creation", () =>
    Effect.gen(function* () {
      const translations = yield* Translations
      const { id, admin } = yield* organization()
      const other = yield* organization("Other")
      const titles = ["a", "b", "c", "d", "e"]
      for (const title of titles) yield* as(admin)(translations.create(id, { title }))
      yield* as(other.admin)(translations.create(other.id, { title: "elsewhere" }))
      const { items, counts } = yield* walk((query) => as(admin)(translations.list(id, query)), 2)
      expect(items.map(({ title }) => title)).toEqual(titles)
      expect([...counts]).toEqual([5])
    }).pipe(Effect.provide(live))
  )
})
