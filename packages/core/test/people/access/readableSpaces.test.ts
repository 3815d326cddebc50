import { type DefaultLevel, Role, type RoleOrGuest } from "@lectern/core/access/Role"
import { CollectionId, type CollectionShape } from "@lectern/core/collections/Collection"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { arranged, countShared, placed, readableSpaces } from "@lectern/core/people/access/ReadableSpaces"
import { type OrganizationSnapshot, standing, standingOfTeam } from "@lectern/core/people/access/Standing"
import type { SpaceShape } from "@lectern/core/people/places/SpaceShape"
import { SpaceId } from "@lectern/core/spaces/Space"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"

const level = fc.constantFrom<RoleOrGuest>(null, ...Role.literals)
const defaultLevel = fc.oneof(fc.constant<DefaultLevel>("inherit"), level)
const content = fc.record({ parent: fc.option(fc.nat(4), { nil: undefined }), defaultLevel })
const ids = [0, 1, 2, 3, 4].flatMap((i) => [`collection-${i}`, `space-${i}`, `space-${i + 5}`])
const grants = fc.dictionary(fc.constantFrom(...ids), level, { maxKeys: 5 }).map((all) => new Map(Object.entries(all)))

const organization = OrganizationId.make("organization")
const collectionAt = (i: number) => CollectionId.make(`collection-${i}`)

it("counts and finds the spaces that the policy lets somebody read, as if it asked about every one", () =>
  fc.assert(
    fc.property(
      fc.array(content, { maxLength: 5 }),
      fc.array(content, { maxLength: 10 }),
      fc.record({ role: level, grants, teamGrants: grants }),
      grants,
      (collections, spaces, subject, teamGrants) => {
        const shelves = collections.map(({ parent, defaultLevel: says }, i): CollectionShape => {
          const within = parent !== undefined && parent < i ? { parent: collectionAt(parent) } : {}
          return { id: collectionAt(i), organization, ...within, defaultLevel: says }
        })
        const shapes = spaces.map(({ parent, defaultLevel: says }, i): SpaceShape => {
          const within = parent !== undefined && parent < shelves.length ? { parent: collectionAt(parent) } : {}
          return { id: SpaceId.make(`space-${i}`), ...within, defaultLevel: says }
        })
        const snapshot: OrganizationSnapshot = {
          organization: {
            id: organization,
            title: "Acme",
            emailDomains: [],
            type: "business",
            sso: false,
            ai: false,
            inviteLinks: false,
            plan: "free",
            sealedKey: "plain:key",
            createdAt: "2026-01-01T00:00:00.000Z"
          },
          collections: new Map(shelves.map((each) => [each.id, each])),
          sites: new Map(),
          sitesOf: new Map()
        }
        const all = placed(snapshot, arranged(shapes))
        const caller = standing(snapshot, subject)
        const team = standingOfTeam(snapshot, teamGrants)
        const seen = shapes.filter((shape) => caller.spaceLevel(shape) !== null)
        const readable = readableSpaces(caller, all)
        expect(readable.count()).toBe(seen.length)
        expect(shapes.filter(({ id }) => readable.has(id))).toEqual(seen)
        for (const { id } of shelves) {
          expect(readable.count(id)).toBe(seen.filter(({ parent }) => parent === id).length)
        }
        const places = readable.places()
        const walked = places.map(({ id }) => id)
        expect(walked).toEqual([...new Set(walked)].toSorted())
        for (const { parent = "" } of seen) expect(walked).toContain(parent)
        for (const { id, only } of places) {
          const here = seen.filter(({ parent }) => (parent ?? "") === id).map((shape) => shape.id)
          if (only !== undefined) expect(only.toSorted()).toEqual(here.toSorted())
        }
        expect(countShared(team, caller, all)).toBe(seen.filter((shape) => team.spaceLevel(shape) !== null).length)
      }
    ),
    { numRuns: runs(300) }
  ))
