import { expect, it } from "@effect/vitest"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SiteRepository } from "@lectern/core/people/places/SiteRepository"
import { emptyStructure, SiteSectionId, SiteSpaceId, type Structure } from "@lectern/core/people/places/Structure"
import { SiteId } from "@lectern/core/sites/Site"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Storage } from "@lectern/core/storage/Storage"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc, Runtime } from "effect"
import { storages } from "../../storages.js"
import { workspace } from "../../workspace.js"

type Plan = ReadonlyArray<ReadonlyArray<SpaceId>>

interface Change {
  readonly site: number
  readonly sections: Plan
}

const spaces = ["a", "b", "c", "d"].map((id) => SpaceId.make(id))

/** Some of the spaces, each once, in any order. */
const places = fc.shuffledSubarray([...spaces], { minLength: 1 })
/** The spaces of each section; a single one is a site without sections. */
const plan = fc.array(places, { maxLength: 4 })
const changes = fc.array(fc.record({ site: fc.nat(2), sections: plan }), { minLength: 1, maxLength: 8 })

const siteSpaces = (section: number, chosen: ReadonlyArray<SpaceId>) =>
  chosen.map((space, index) => ({
    id: SiteSpaceId.make(`${section}-${space}`),
    space,
    path: `p${index}`,
    default: index === 0
  }))

const structureOf = (sections: Plan): Structure =>
  sections.length < 2
    ? { type: "siteSpaces", siteSpaces: sections.flatMap((chosen) => siteSpaces(0, chosen)) }
    : {
        type: "sections",
        structure: sections.map((chosen, index) => ({
          type: "section",
          id: SiteSectionId.make(`${index}`),
          title: "Section",
          path: `s${index}`,
          default: index === 0,
          siteSpaces: siteSpaces(index, chosen)
        }))
      }

/** The place of a space, according to the plan. */
const pathsIn = (sections: Plan, space: SpaceId) =>
  sections.flatMap((chosen, section) => {
    const index = chosen.indexOf(space)
    if (index < 0) return []
    return [
      [section === 0 ? "" : `s${section}`, index === 0 ? "" : `p${index}`].filter((part) => part !== "").join("/")
    ]
  })

const fields = {
  type: "basic",
  title: "Docs",
  visibility: "public",
  published: false,
  adaptiveContent: false,
  agentsContext: "included",
  createdAt: "2026-01-01T00:00:00.000Z",
  sealedSigningKey: "plain:key",
  authBackend: "custom"
} as const

let rounds = 0

it.each(storages)("sites know their spaces, and spaces their sites, after any changes over $name", (storage) =>
  Effect.gen(function* () {
    const sites = yield* SiteRepository
    const { transaction } = yield* Storage
    const run = Runtime.runPromise(yield* Effect.runtime())
    const check = (changes: ReadonlyArray<Change>) =>
      Effect.gen(function* () {
        const organization = OrganizationId.make(`organization-${rounds++}`)
        const own = (space: SpaceId) => SpaceId.make(`${organization}-${space}`)
        const ids = [0, 1, 2].map((each) => SiteId.make(`${organization}-${each}`))
        for (const id of ids) yield* transaction(sites.insert({ ...fields, organization, id }, emptyStructure))
        const plans = new Map(ids.map((id): readonly [SiteId, Plan] => [id, []]))
        for (const { site, sections } of changes) {
          const id = ids[site]!
          const plan = sections.map((chosen) => chosen.map(own))
          const save = Effect.flatMap(Effect.flatMap(sites.structure(id), Effect.fromNullable), (read) =>
            sites.saveStructure(read, structureOf(plan))
          )
          yield* transaction(save)
          plans.set(id, plan)
        }
        for (const shape of yield* sites.shapes(organization)) {
          const plan = plans.get(shape.id)!
          const wanted = spaces.map(own).filter((space) => plan.flat().includes(space))
          expect([...shape.spaces].sort()).toEqual(wanted)
          expect(shape.siteSpaces).toBe(plan.flat().length)
          for (const space of wanted) expect(shape.paths.get(space)).toEqual(pathsIn(plan, space))
        }
        for (const space of spaces.map(own)) {
          const wanted = ids.filter((id) => plans.get(id)!.flat().includes(space))
          expect([...(yield* sites.ofSpace(space))].sort()).toEqual(wanted)
        }
      })
    yield* Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(changes, (each) => run(check(each))),
        { numRuns: runs(50) }
      )
    )
  }).pipe(Effect.provide(workspace(storage)), Effect.runPromise)
)
