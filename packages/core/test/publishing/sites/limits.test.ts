/** The limits of a site: the item after the last is refused, and there is room again once one is gone. */
import { expect, it } from "@effect/vitest"
import { SitePublishing } from "@lectern/core/sites/SitePublishing"
import { Sites } from "@lectern/core/sites/Sites"
import { ShareLinks } from "@lectern/core/sites/share-links/ShareLinks"
import { SiteRedirectId } from "@lectern/core/sites/site-redirects/SiteRedirect"
import { SiteRedirects } from "@lectern/core/sites/site-redirects/SiteRedirects"
import { SiteSpaces } from "@lectern/core/sites/site-spaces/SiteSpaces"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { organizationLock } from "@lectern/core/storage/Locks"
import { Storage } from "@lectern/core/storage/Storage"
import { Effect, TestClock } from "effect"
import { makeSiteRedirectRepository } from "../../../src/publishing/sites/site-redirects/SiteRedirectRepository.js"
import { storages } from "../../storages.js"
import { as, failure, organization, outcome, workspace } from "../../workspace.js"

const live = workspace(storages[0]!)

const scene = Effect.gen(function* () {
  const { admin, id } = yield* organization()
  const own = as(admin)
  const { id: site } = yield* own((yield* Sites).create(id, { title: "Docs" }))
  return { id, own, site }
})

it.effect("a site has at most 1000 share links", () =>
  Effect.gen(function* () {
    const { id, own, site } = yield* scene
    const links = yield* ShareLinks
    const make = own(links.create(id, site, { name: "Friends" }))
    const last = (yield* Effect.replicateEffect(make, 1000)).at(-1)
    expect((yield* failure(make)).message).toBe("a site has at most 1000 share links")
    yield* own(links.remove(id, site, last!.id))
    expect([yield* outcome(make), yield* outcome(make)]).toEqual(["ok", "Conflict"])
  }).pipe(Effect.provide(live))
)

it.effect("a site has at most 10 signing keys that are valid", () =>
  Effect.gen(function* () {
    const { id, own, site } = yield* scene
    const publishing = yield* SitePublishing
    const rotate = own(publishing.rotateKey(id, site, { overlap: 3600 }))
    const { oldKeys = [] } = (yield* Effect.replicateEffect(rotate, 9)).at(-1)!
    expect(oldKeys).toHaveLength(9)
    expect((yield* failure(rotate)).message).toContain("at most 10 valid signing keys")
    yield* own(publishing.removeKey(id, site, oldKeys[0]!.id))
    expect([yield* outcome(rotate), yield* outcome(rotate)]).toEqual(["ok", "Conflict"])
    yield* TestClock.adjust("1 hour")
    expect(yield* outcome(rotate)).toBe("ok")
  }).pipe(Effect.provide(live))
)

it.effect("a site has at most 10000 redirects", () =>
  Effect.gen(function* () {
    const { id, own, site } = yield* scene
    const service = yield* SiteRedirects
    const storage = yield* Storage
    const redirects = yield* makeSiteRedirectRepository
    const space = yield* own((yield* Spaces).create(id, {}))
    const siteSpace = yield* own((yield* SiteSpaces).add(id, site, { spaceId: space.id }))
    const destination = { kind: "site-space" as const, siteSpaceId: siteSpace.id }
    const add = (n: number) =>
      redirects.insert({ id: SiteRedirectId.make(`r${n}`), site, source: `/old/${n}`, destination })
    yield* storage.transaction(
      Effect.forEach(
        Array.from({ length: 9_999 }, (_, n) => n),
        add,
        { discard: true }
      ),
      [organizationLock(id)]
    )
    const create = (source: string) => own(service.create(id, site, { source, destination }))
    const last = yield* create("/last")
    expect((yield* failure(create("/more"))).message).toBe("a site has at most 10000 redirects")
    yield* own(service.remove(id, site, last.id))
    expect([yield* outcome(create("/more")), yield* outcome(create("/most"))]).toEqual(["ok", "Conflict"])
  }).pipe(Effect.provide(live))
)
