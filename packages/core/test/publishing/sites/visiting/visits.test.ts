/** Ways to let visitors in, for how long, and what they find inside. */
import { describe, expect, it } from "@effect/vitest"
import { visitor } from "@lectern/core/access/Actor"
import { Search } from "@lectern/core/search/Search"
import { PublishedContents } from "@lectern/core/sites/published-content/PublishedContents"
import { SitePublishing } from "@lectern/core/sites/SitePublishing"
import { Sites } from "@lectern/core/sites/Sites"
import { ShareLinks } from "@lectern/core/sites/share-links/ShareLinks"
import { SiteSpaces } from "@lectern/core/sites/site-spaces/SiteSpaces"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect, TestClock } from "effect"
import { eventually } from "../../../content/imports/site.js"
import { everyStorage } from "../../../storages.js"
import { as, organization, outcome, workspace } from "../../../workspace.js"
import { signed } from "./tokens.js"

const scene = Effect.gen(function* () {
  const { id, admin } = yield* organization()
  const own = as(admin)
  const space = (yield* own((yield* Spaces).create(id, { title: "Docs" }))).id
  const sites = yield* Sites
  const site = (yield* own(sites.create(id, { title: "Site", spaces: [space] }))).id
  yield* own(sites.publish(id, site))
  return { id, own, space, site, sites }
})

describe.each(everyStorage)("visitors over $name", (storage) => {
  const live = workspace(storage)

  it.effect("come in by the key that a link has now, which counts them once a minute", () =>
    Effect.gen(function* () {
      const { id, own, site, sites } = yield* scene
      yield* own(sites.update(id, site, { visibility: "share-link" }))
      const links = yield* ShareLinks
      const { enter } = yield* PublishedContents
      const keyOf = ({ urls }: { readonly urls: { readonly published: string } }) => urls.published.split("/").at(-2)!
      const link = yield* own(links.create(id, site, { name: "Friends" }))
      const come = (shareKey: string) => outcome(enter({ organization: id, site }, { shareKey }))
      const counted = Effect.map(own(links.list(id, site, {})), ({ items }) => [items[0]?.uses, items[0]?.lastUsedAt])
      expect(yield* counted).toEqual([0, undefined])

      expect(yield* come(keyOf(link))).toBe("ok")
      const once = yield* eventually(counted, ([uses]) => uses !== 0)
      expect(once).toEqual([1, "1970-01-01T00:00:00.000Z"])
      yield* TestClock.adjust("10 seconds")
      for (let count = 0; count < 5; count++) expect(yield* come(keyOf(link))).toBe("ok")
      expect(yield* come("0".repeat(32))).toBe("Unauthenticated")
      yield* TestClock.adjust("49 seconds")
      expect(yield* counted).toEqual([1, "1970-01-01T00:00:00.000Z"])
      yield* TestClock.adjust("1 second")
      const written = yield* eventually(counted, ([uses]) => uses !== 1)
      expect(written).toEqual([6, "1970-01-01T00:00:10.000Z"])

      const renewed = yield* own(links.renew(id, site, link.id))
      expect(renewed).toMatchObject({ id: link.id, name: "Friends", active: true, uses: 6 })
      expect(keyOf(renewed)).not.toBe(keyOf(link))
      expect(yield* come(keyOf(link))).toBe("Unauthenticated")
      expect(yield* come(keyOf(renewed))).toBe("ok")
      yield* own(links.update(id, site, link.id, { active: false }))
      expect(yield* come(keyOf(renewed))).toBe("Unauthenticated")
    }).pipe(Effect.provide(live))
  )

  it.effect("come in with tokens of every key that is valid, and of no other", () =>
    Effect.gen(function* () {
      const { id, own, site, sites } = yield* scene
      yield* own(sites.update(id, site, { visibility: "visitor-auth" }))
      const publishing = yield* SitePublishing
      const { enter } = yield* PublishedContents
      const come = (token: string) => outcome(enter({ organization: id, site }, { token }))
      const { privateKey: first } = yield* own(publishing.auth(id, site))
      const aMonth = { aud: site, exp: 30 * 24 * 3600 }
      const [one] = yield* Effect.promise(() => Promise.all([signed(first, aMonth)]))
      expect(yield* come(one!)).toBe("ok")

      const { oldKeys, privateKey: second } = yield* own(publishing.rotateKey(id, site, { overlap: 3600 }))
      expect(oldKeys).toEqual([{ id: expect.any(String), expires: "1970-01-01T01:00:00.000Z" }])
      const two = yield* Effect.promise(() => signed(second, aMonth))
      expect([yield* come(one!), yield* come(two)]).toEqual(["ok", "ok"])
      yield* TestClock.adjust("1 hour")
      expect([yield* come(one!), yield* come(two)]).toEqual(["Unauthenticated", "ok"])

      const third = yield* own(publishing.rotateKey(id, site))
      expect(third.oldKeys).toHaveLength(1)
      expect(yield* come(two)).toBe("ok")
      yield* own(publishing.removeKey(id, site, third.oldKeys[0]!.id))
      yield* own(publishing.removeKey(id, site, third.oldKeys[0]!.id))
      expect(yield* come(two)).toBe("Unauthenticated")

      const three = yield* Effect.promise(() => signed(third.privateKey, aMonth))
      yield* own(publishing.rotateKey(id, site, { overlap: 0 }))
      expect(yield* come(three)).toBe("Unauthenticated")
      const other = (yield* own(sites.create(id, { title: "Other" }))).id
      const { privateKey: foreign } = yield* own(publishing.auth(id, other))
      for (const aud of [site, other]) {
        expect(yield* come(yield* Effect.promise(() => signed(foreign, { ...aMonth, aud })))).toBe("Unauthenticated")
      }
      const fourth = yield* own(publishing.rotateKey(id, site))
      const four = yield* Effect.promise(() => signed(fourth.privateKey, aMonth))
      yield* own(publishing.rotateKey(id, site))
      yield* own(publishing.regenerateAuth(id, site))
      expect(yield* come(four)).toBe("Unauthenticated")
    }).pipe(Effect.provide(live))
  )

  it.effect("enter no space that is deleted, as if it had never been there", () =>
    Effect.gen(function* () {
      const { id, own, site, space } = yield* scene
      const spaces = yield* Spaces
      const contents = yield* Contents
      const { enter } = yield* PublishedContents
      const kept = (yield* own(spaces.create(id, { title: "Kept" }))).id
      yield* own((yield* SiteSpaces).add(id, site, { spaceId: kept }))
      const never = SpaceId.make("never")
      yield* own(spaces.remove(space))
      for (const who of [{}, { claims: { staff: true } }]) {
        const visit = (to: SpaceId) =>
          Effect.all([
            outcome(enter({ space: to }, who)),
            outcome(as(visitor(who))(contents.current(to))),
            outcome(as(visitor(who))(spaces.get(to)))
          ])
        expect(yield* visit(space)).toEqual(yield* visit(never))
        expect((yield* visit(space))[0]).toBe("Unauthenticated")
        expect((yield* visit(kept))[0]).toBe("ok")
      }
    }).pipe(Effect.provide(live))
  )

  it.effect("see the files that hidden pages do not keep to themselves", () =>
    Effect.gen(function* () {
      const { own, space } = yield* scene
      const contents = yield* Contents
      const edits = yield* ContentEdits
      const file = (name: string) => ({ name, contentType: "text/plain", base64: btoa(name), ref: name })
      const names = ["hidden", "both", "nobody", "below"]
      const page = (title: string, used: ReadonlyArray<string>, more: object = {}) => ({
        operation: "insert_page" as const,
        title,
        document: { markdown: used.map((name) => `[${name}](./${name})`).join("\n\n") },
        ...more
      })
      yield* own(
        edits.apply(space, {
          changes: [
            { operation: "insert_files", files: names.map(file) },
            page("Open", ["both"]),
            page("Hidden", ["hidden", "both"], { ref: "h", condition: "visitor.claims.staff" }),
            page("Below", ["below"], { into: "./h" })
          ]
        })
      )
      const listed = (call: Effect.Effect<{ readonly items: ReadonlyArray<{ readonly name: string }> }, unknown>) =>
        Effect.map(call, ({ items }) => items.map(({ name }) => name).toSorted())
      const everybody = as(visitor())
      const staff = as(visitor({ claims: { staff: true } }))
      expect(yield* listed(own(contents.files(space, undefined, {})))).toEqual(names.toSorted())
      expect(yield* listed(staff(contents.files(space, undefined, {})))).toEqual(names.toSorted())
      expect(yield* listed(everybody(contents.files(space, undefined, {})))).toEqual(["both", "nobody"])
      expect(yield* everybody(contents.files(space, undefined, { limit: 1 }))).toMatchObject({ count: 2, items: [{}] })
      const { files, git, mergedFrom, pages } = yield* everybody(contents.current(space))
      expect([files.map(({ name }) => name).toSorted(), pages.map(({ title }) => title)]).toEqual([
        ["both", "nobody"],
        ["Open"]
      ])
      expect([git, mergedFrom]).toEqual([undefined, undefined])
      for (const { id, name } of (yield* own(contents.files(space, undefined, {}))).items) {
        const seen = name === "both" || name === "nobody"
        expect(yield* outcome(everybody(contents.file(space, id)))).toBe(seen ? "ok" : "NotFound")
      }
      const { revision } = yield* own((yield* Spaces).get(space))
      expect(yield* outcome(everybody(contents.revision(space, revision)))).toBe("Unauthenticated")
      expect(yield* outcome(everybody(contents.pages(space, { revision })))).toBe("Unauthenticated")
    }).pipe(Effect.provide(live))
  )

  it.effect("find what they would find if what is hidden were not there", () =>
    Effect.gen(function* () {
      const { id, own, space, site, sites } = yield* scene
      const edits = yield* ContentEdits
      const search = yield* Search
      const page = (title: string, markdown: string) => ({
        operation: "insert_page" as const,
        title,
        document: { markdown }
      })
      const open = [
        page("Guide", "How to install the server, and how to configure it."),
        page("Limits", "The server answers a thousand requests.")
      ]
      const hidden = [
        page("Guide", "Secrets of the instal, and of the confguration of severs. Zebra."),
        page("Zebra", "Zebra zebra requests.")
      ].map((each) => ({ ...each, condition: "visitor.claims.staff" }))
      yield* own(edits.apply(space, { changes: [...hidden, ...open] }))
      const bare = (yield* own((yield* Spaces).create(id, { title: "Docs" }))).id
      yield* own(edits.apply(bare, { changes: open }))
      const other = (yield* own(sites.create(id, { title: "Site", spaces: [bare] }))).id
      yield* own(sites.publish(id, other))
      const found = (on: typeof site, query: string) =>
        Effect.map(as(visitor())(search.site(id, on, { query })), ({ count, items, next }) => ({
          count,
          next,
          pages: items.flatMap(({ pages }) =>
            pages.map(({ sections, title }) => [title, ...sections.map((s) => s.body)])
          )
        }))
      for (const query of [
        "guide",
        "instal",
        "confguration",
        "severs",
        "zebra",
        "zebr",
        "zebras",
        "requests",
        '"secrets of"',
        "the server secrets"
      ]) {
        expect([query, yield* found(site, query)]).toEqual([query, yield* found(other, query)])
      }
      const staff = yield* as(visitor({ claims: { staff: true } }))(search.site(id, site, { query: "zebra" }))
      expect(staff.items.flatMap(({ pages }) => pages.map(({ title }) => title))).toEqual(["Zebra", "Guide"])
    }).pipe(Effect.provide(live))
  )
})
