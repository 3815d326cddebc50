/** Embedded callers meet the same bounds, and a value at a bound comes back unchanged from every storage. */
import { describe, expect, it } from "@effect/vitest"
import { Collections } from "@lectern/core/collections/Collections"
import type { LecternError } from "@lectern/core/errors/Errors"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Saml } from "@lectern/core/saml/Saml"
import { Search } from "@lectern/core/search/Search"
import { Sites } from "@lectern/core/sites/Sites"
import { SiteSectionGroups } from "@lectern/core/sites/site-sections/SiteSectionGroups"
import { SiteSections } from "@lectern/core/sites/site-sections/SiteSections"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Teams } from "@lectern/core/teams/Teams"
import { Translations } from "@lectern/core/translations/Translations"
import { Uploads } from "@lectern/core/uploads/Uploads"
import { Effect } from "effect"
import { storages } from "../../storages.js"
import { as, failure, organization, workspace } from "../../workspace.js"
import { alphabets, spelled } from "./fields.js"

const make = Effect.gen(function* () {
  const { id, admin } = yield* organization()
  const collections = yield* Collections
  const edits = yield* ContentEdits
  const contents = yield* Contents
  const organizations = yield* Organizations
  const saml = yield* Saml
  const search = yield* Search
  const groups = yield* SiteSectionGroups
  const sections = yield* SiteSections
  const sites = yield* Sites
  const spaces = yield* Spaces
  const teams = yield* Teams
  const translations = yield* Translations
  const uploads = yield* Uploads
  const space = yield* as(admin)(spaces.create(id, {}))
  const collection = yield* as(admin)(collections.create(id, {}))
  const site = yield* as(admin)(sites.create(id, {}))
  const section = yield* as(admin)(sections.add(id, site.id, { spaceId: space.id }))
  const page = (title: string) =>
    Effect.gen(function* () {
      yield* edits.apply(space.id, { changes: [{ operation: "insert_page", title }] })
      return { title: (yield* contents.pages(space.id)).pages.at(-1)?.title }
    })
  const calls: ReadonlyArray<readonly [string, number, (text: string) => Effect.Effect<object, LecternError, never>]> =
    [
      ["title", 255, (title) => as(admin)(organizations.update(id, { title }))],
      ["title", 50, (title) => as(admin)(spaces.create(id, { title }))],
      ["title", 50, (title) => as(admin)(spaces.update(space.id, { title }))],
      ["title", 50, (title) => as(admin)(collections.create(id, { title }))],
      ["description", 100, (description) => as(admin)(collections.update(collection.id, { description }))],
      ["name", 256, (name) => as(admin)(uploads.begin(space.id, { name }))],
      ["contentType", 256, (contentType) => as(admin)(uploads.begin(space.id, { contentType }))],
      ["title", 64, (title) => as(admin)(teams.create(id, { title }))],
      ["label", 30, (label) => as(admin)(saml.create(id, { label }))],
      ["entityID", 1024, (entityID) => as(admin)(saml.create(id, { label: "A", entityID }))],
      ["certificate", 10_000, (certificate) => as(admin)(saml.create(id, { label: "A", certificate }))],
      ["title", 100, (title) => as(admin)(translations.create(id, { title }))],
      ["title", 128, (title) => as(admin)(sites.create(id, { title }))],
      ["basename", 100, (basename) => as(admin)(sites.update(id, site.id, { basename }))],
      ["description", 256, (description) => as(admin)(sections.update(id, site.id, section.id, { description }))],
      ["title", 100, (title) => as(admin)(groups.add(id, site.id, { title }))],
      ["changes.0.title", 256, (title) => as(admin)(page(title))],
      ["query", 512, (query) => as(admin)(Effect.map(search.space(space.id, { query }), () => ({ query })))]
    ]
  return calls
})

describe.each(storages)("over $name", (storage) => {
  it.effect("a text of the longest length is kept as it is, a longer one refused by the name of its field", () =>
    Effect.gen(function* () {
      for (const [path, max, call] of yield* make) {
        const field = path.split(".").at(-1)!
        for (const alphabet of alphabets) {
          const longest = spelled(alphabet, max)
          expect(yield* call(longest)).toMatchObject({ [field]: longest })
          const refused = yield* failure(call(spelled(alphabet, max + 1)))
          expect(refused).toMatchObject({
            _tag: "Invalid",
            field: path,
            message: `${path}: expected at most ${max} characters, got ${max + 1}`
          })
        }
      }
    }).pipe(Effect.provide(workspace(storage)))
  )
})
