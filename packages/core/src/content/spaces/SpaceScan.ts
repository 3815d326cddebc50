/** Scans the spaces of an organization in places where a caller may see any. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { Access } from "../../people/access/Access.js"
import type { Standing } from "../../people/access/Standing.js"
import { CollectionId } from "../../people/places/CollectionId.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import type { Stored } from "../../storage/rows/Repository.js"
import type { Scan } from "../../storage/rows/Storage.js"

type Walk = (part: Pick<Scan, "after" | "limit">) => Effect.Effect<ReadonlyArray<Stored<SpaceRecord>>, Unavailable>

/**
 * Scans spaces in the order of their list for a caller with a given standing. Collections with nothing to see are
 * skipped; in the others, the scan also yields spaces that may not be seen.
 */
export const makeScan: Effect.Effect<
  (standing: Standing) => Effect.Effect<Walk, Unavailable>,
  never,
  Access | SpaceRepository
> = Effect.gen(function* () {
  const access = yield* Access
  const spaces = yield* SpaceRepository
  return Effect.fnUntraced(function* (standing: Standing) {
    const organization = standing.organization.id
    const all: Walk = (part) => spaces.list(organization, part)
    if (standing.role === "admin") return all
    const places = (yield* access.readable(standing)).places()
    const visible: Walk = Effect.fnUntraced(function* ({ after, limit }) {
      const reached = after?.at(-3)
      const start = typeof reached === "string" ? reached : ""
      const found: Array<Stored<SpaceRecord>> = []
      for (const { id, only } of places) {
        if (id < start) continue
        const part = {
          ...(limit !== undefined && { limit: limit - found.length }),
          ...(after !== undefined && id === start && { after })
        }
        const parent = id === "" ? undefined : CollectionId.make(id)
        found.push(
          ...(yield* only === undefined ? spaces.listIn(organization, parent, part) : spaces.listAmong(only, part))
        )
        if (found.length === limit) break
      }
      return found
    })
    return visible
  })
})
