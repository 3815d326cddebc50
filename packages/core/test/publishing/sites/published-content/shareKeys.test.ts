/** With a key of a site that is shared by link, every address under that site contains it, however deep it is nested. */

import { describe, expect, it } from "@effect/vitest"
import { PublishedContents } from "@lectern/core/sites/published-content/PublishedContents"
import { SiteVisibility } from "@lectern/core/sites/Site"
import { Sites } from "@lectern/core/sites/Sites"
import { ShareLinks } from "@lectern/core/sites/share-links/ShareLinks"
import { SiteSectionGroups } from "@lectern/core/sites/site-sections/SiteSectionGroups"
import { SiteSections } from "@lectern/core/sites/site-sections/SiteSections"
import { SiteSpaces } from "@lectern/core/sites/site-spaces/SiteSpaces"
import { SiteStructures } from "@lectern/core/sites/site-structure/SiteStructures"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { everyStorage } from "../../../storages.js"
import { as, organization, outcome, workspace } from "../../../workspace.js"

const site = fc.record({
  visibility: fc.constantFrom(...SiteVisibility.literals, "share-link" as const),
  published: fc.boolean(),
  sections: fc.boolean(),
  spaces: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 })
})

/** Every published address in an answer. */
const addressesIn = (answer: unknown): ReadonlyArray<string> =>
  Array.from(JSON.stringify(answer).matchAll(/"published":"([^"]*)"/g), ([, address]) => address ?? "")

describe.each(everyStorage)("over $name", (storage) => {
  const numRuns = runs(8, storage.name === "memory" ? 1 : 0.25)

  it("share keys resolve published addresses", { timeout: 120_000 + numRuns * 2_000 }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(site, { minLength: 1, maxLength: 3 }),
        fc.constantFrom("none", "first", "last", "inactive", "unknown"),
        (plans, given) =>
          Effect.gen(function* () {
            const spaces = yield* Spaces
            const sites = yield* Sites
            const links = yield* ShareLinks
            const siteSpaces = yield* SiteSpaces
            const sections = yield* SiteSections
            const groups = yield* SiteSectionGroups
            const structures = yield* SiteStructures
            const contents = yield* PublishedContents
            const { id, admin } = yield* organization()
            const own = as(admin)
            const made = yield* Effect.forEach([0, 1, 2], () => own(spaces.create(id, {})))
            const shown = []
            for (const { published, spaces: on, visibility, ...plan } of plans) {
              const chosen = on.map((at) => made[at]!.id)
              const { id: it } = yield* own(sites.create(id, { visibility, ...(!plan.sections && { spaces: chosen }) }))
              if (plan.sections) {
                const added = yield* Effect.forEach(chosen, (spaceId) => own(sections.add(id, it, { spaceId })))
                yield* own(groups.add(id, it, { title: "Group", sections: [added.at(-1)!.id] }))
              }
              if (published) yield* own(sites.publish(id, it))
              const link = yield* own(links.create(id, it, { name: "Link" }))
              shown.push({ id: it, link, visibility, published, root: `https://docs.example/sites/${it}/` })
            }
            const target = given === "last" ? shown.at(-1)! : shown[0]!
            const key = given === "unknown" ? "unknown" : target.link.urls.published.split("/").at(-2)!
            if (given === "inactive") yield* own(links.update(id, target.id, target.link.id, { active: false }))
            const query = given === "none" ? {} : { shareKey: key }
            const works = given === "first" || given === "last"

            for (const each of shown) {
              const answers: Array<unknown> = [
                yield* own(sites.get(id, each.id, query)),
                yield* own(structures.get(id, each.id, query)),
                yield* own(siteSpaces.list(id, each.id, query)),
                yield* own(sections.list(id, each.id, query)),
                yield* own(groups.list(id, each.id, query)),
                ...(yield* Effect.forEach(made, (space) => own(spaces.get(space.id, query))))
              ]
              const opens = each.published && (each.visibility !== "share-link" || (works && each === target))
              expect(yield* outcome(own(contents.get(id, each.id, query)))).toBe(opens ? "ok" : "NotFound")
              if (opens) answers.push(yield* own(contents.get(id, each.id, query)))
              for (const address of answers.flatMap(addressesIn)) {
                const of = shown.find(({ root }) => address.startsWith(root))!
                const isShared = of.visibility === "share-link" && given !== "none"
                expect(address.startsWith(`${of.root}${key}/`)).toBe(isShared)
                if (isShared) expect([works, of]).toEqual([true, target])
              }
              const { urls } = yield* own(sites.get(id, each.id, query))
              const resolves = each.visibility !== "share-link" || given === "none" || (works && each === target)
              expect(urls.published !== undefined).toBe(each.published && resolves)
            }
          }).pipe(Effect.provide(workspace(storage)), Effect.runPromise)
      ),
      { numRuns }
    )
  )
})
