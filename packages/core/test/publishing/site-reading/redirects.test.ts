/** Where the paths of a site lead that no page has: each as a reader could know it, one by one and all together. */
import { describe, expect, it } from "@effect/vitest"
import { visitor } from "@lectern/core/access/Actor"
import type { ContentChange } from "@lectern/core/content/ContentChange"
import type { PageId } from "@lectern/core/content/Page"
import type { ReadRedirect } from "@lectern/core/publishing/site-reading/ReadSite"
import { SitePages } from "@lectern/core/publishing/site-reading/SitePages"
import { Sites } from "@lectern/core/sites/Sites"
import { SiteRedirects } from "@lectern/core/sites/site-redirects/SiteRedirects"
import { SiteSections } from "@lectern/core/sites/site-sections/SiteSections"
import { SiteSpaces } from "@lectern/core/sites/site-spaces/SiteSpaces"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect } from "effect"
import { storages } from "../../storages.js"
import { as, organization, workspace } from "../../workspace.js"

const staff = "visitor.claims.staff"

const targetOf = (found: ReadRedirect | undefined): string | undefined =>
  found && `${found.siteSpace.path}: ${found.page?.path ?? "the space"}`

describe.each(storages)("redirects over $name", (storage) => {
  it.effect("lead to what the reader sees, from what readers could see", () =>
    Effect.gen(function* () {
      const { id, admin } = yield* organization()
      const own = as(admin)
      const contents = yield* Contents
      const edits = yield* ContentEdits
      const redirects = yield* SiteRedirects
      const sites = yield* Sites
      const siteSpaces = yield* SiteSpaces
      const { redirect, redirects: all } = yield* SitePages
      const made = (title: string) => own(Effect.flatMap(Spaces, (spaces) => spaces.create(id, { title })))
      const [guide, api] = [yield* made("Guide"), yield* made("API")]
      const editing = (space: typeof guide) => {
        const apply = (change: ContentChange) => own(edits.apply(space.id, { changes: [change] }))
        const idOf = (path: string) => Effect.map(own(contents.pageByPath(space.id, path)), (page) => page.id as PageId)
        const insert = (title: string, more: { readonly into?: PageId; readonly condition?: string } = {}) =>
          apply({ operation: "insert_page", title, document: { markdown: title }, ...more })
        const update = (
          path: string,
          fields: Omit<Extract<ContentChange, { operation: "update_page" }>, "operation" | "page">
        ) => Effect.flatMap(idOf(path), (page) => apply({ operation: "update_page", page, ...fields }))
        return { idOf, insert, update }
      }

      const first = editing(guide)
      yield* first.insert("Start")
      yield* first.insert("Renamed")
      yield* first.update("renamed", { slug: "renamed-once" })
      yield* first.update("renamed-once", { slug: "renamed-twice" })
      // A path that another page has now is that page's.
      yield* first.insert("Replaced")
      yield* first.update("replaced", { slug: "gone-on" })
      yield* first.insert("Replaced")
      // Hidden when it had the path.
      yield* first.insert("Secret", { condition: staff })
      yield* first.update("secret", { slug: "published" })
      yield* first.update("published", { condition: null })
      // Hidden now.
      yield* first.insert("Withdrawn")
      yield* first.update("withdrawn", { slug: "private", condition: staff })
      // Below a page that was hidden then, and one that was hidden later only.
      for (const [shelf, condition] of [
        ["Closed", staff],
        ["Open", undefined]
      ] as const) {
        yield* first.insert(shelf, condition === undefined ? {} : { condition })
        const into = yield* first.idOf(shelf.toLowerCase())
        yield* first.insert(`In ${shelf}`, { into })
        yield* first.update(`${shelf.toLowerCase()}/in-${shelf.toLowerCase()}`, { into: null })
        yield* first.update(shelf.toLowerCase(), { condition: condition === undefined ? staff : null })
      }
      yield* first.insert("Deep")
      yield* first.insert("Deeper", { into: yield* first.idOf("deep") })
      yield* first.update("deep/deeper", { into: null })
      // Below the path of another space, which goes before.
      yield* first.insert("API")
      yield* first.insert("Shadowed", { into: yield* first.idOf("api") })
      yield* first.update("api/shadowed", { into: null })

      const second = editing(api)
      yield* second.insert("Calls")
      yield* second.insert("Old")
      yield* second.update("old", { slug: "new" })

      const site = (yield* own(sites.create(id, { title: "Docs", spaces: [guide.id, api.id] }))).id
      yield* own(sites.publish(id, site))
      const [one, two] = (yield* own(siteSpaces.list(id, site, {}))).items
      const create = (source: string, destination: Parameters<typeof redirects.create>[2]["destination"]) =>
        own(redirects.create(id, site, { source, destination }))
      const pageIn = (siteSpaceId: typeof one, pageId: PageId) =>
        ({ kind: "site-page", siteSpaceId: siteSpaceId!.id, pageId }) as const
      yield* create("/to-space", { kind: "site-space", siteSpaceId: two!.id })
      yield* create("/to-page", pageIn(two, yield* second.idOf("calls")))
      yield* create("/to-hidden", pageIn(one, yield* first.idOf("private")))
      // Redirects that were set go before earlier paths.
      yield* create("/renamed", pageIn(one, yield* first.idOf("start")))

      const at = two!.path
      const expected: Readonly<Record<string, string | undefined>> = {
        "to-space": `${at}: the space`,
        "to-page": `${at}: calls`,
        "to-hidden": undefined,
        renamed: ": start",
        "renamed-once": ": renamed-twice",
        secret: undefined,
        withdrawn: undefined,
        "closed/in-closed": undefined,
        "open/in-open": ": in-open",
        "deep/deeper": ": deeper",
        [`${at}/old`]: `${at}: new`,
        [`${at}/shadowed`]: undefined,
        old: undefined,
        [`${at}old`]: undefined,
        "never/there": undefined,
        constructor: undefined
      }
      const reading = as(visitor())
      const found: Record<string, string | undefined> = {}
      for (const path of Object.keys(expected)) found[path] = targetOf(yield* reading(redirect(id, site, path)))
      expect(found).toEqual(expected)
      const listed = yield* reading(all(id, site))
      expect(new Map(listed.map((each) => [each.path, targetOf(each)]))).toEqual(
        new Map(Object.entries(expected).filter(([, target]) => target !== undefined))
      )

      const sections = yield* SiteSections
      const section = yield* own(sections.add(id, site, { spaceId: api.id, title: "Reference" }))
      yield* create("/to-section", { kind: "site-section", siteSectionId: section.id })
      const toSection = yield* reading(redirect(id, site, "to-section"))
      expect(toSection).toMatchObject({ siteSpace: { space: api.id, path: section.path } })
    }).pipe(Effect.provide(workspace(storage)))
  )
})
