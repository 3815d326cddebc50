import { expect, it } from "@effect/vitest"
import type { DefaultLevel } from "@lectern/core/access/Role"
import { CollectionId, type CollectionShape } from "@lectern/core/collections/Collection"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { withoutCycles } from "@lectern/core/people/access/CollectionCycles"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"

const organization = OrganizationId.make("organization")
const idOf = (index: number) => CollectionId.make(`collection-${index}`)

/** Collections by their ids, each in any of them, in an absent one, or at the root. */
const anyCollections = fc
  .array(
    fc.record({
      parent: fc.option(fc.nat(8), { nil: undefined }),
      defaultLevel: fc.constantFrom<DefaultLevel>("inherit", "read", null)
    }),
    { maxLength: 8 }
  )
  .map(
    (all) =>
      new Map(
        all.map(({ defaultLevel, parent }, index): [CollectionId, CollectionShape] => [
          idOf(index),
          { id: idOf(index), organization, defaultLevel, ...(parent !== undefined && { parent: idOf(parent) }) }
        ])
      )
  )

/** Whether a collection is in itself. */
const isInItself = (collections: ReadonlyMap<string, CollectionShape>, id: string): boolean => {
  let at = collections.get(id)?.parent
  for (let steps = 0; steps < collections.size && at !== undefined && at !== id; steps++)
    at = collections.get(at)?.parent
  return at === id
}

it("takes collections that are in themselves to be at the root and to inherit nothing, and no others", () => {
  fc.assert(
    fc.property(anyCollections, (collections) => {
      const expected = [...collections].map(([id, shape]): [string, CollectionShape] => {
        if (!isInItself(collections, id)) return [id, shape]
        const { parent: _, ...others } = shape
        return [id, { ...others, defaultLevel: shape.defaultLevel === "inherit" ? null : shape.defaultLevel }]
      })
      const found = withoutCycles(collections)
      expect([...found]).toEqual(expected)
      expect([...found.keys()].filter((id) => isInItself(found, id))).toEqual([])
      if (![...collections.keys()].some((id) => isInItself(collections, id))) expect(found).toBe(collections)
    }),
    { numRuns: runs(400) }
  )
})
