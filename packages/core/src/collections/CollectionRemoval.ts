/** How collections go: with everything in them. */
import { Effect } from "effect"
import { Access } from "../access/Access.js"
import type { Actor } from "../access/Actor.js"
import { GrantRepository } from "../access/GrantRepository.js"
import { needs } from "../access/Policy.js"
import { enclosingDefault, type OrganizationSnapshot } from "../access/Standing.js"
import type { LecternError } from "../errors/Errors.js"
import { now } from "../ids/Time.js"
import { LinkInviteRepository } from "../invites/LinkInviteRepository.js"
import { make as makeDetach } from "../sites/SiteDetaching.js"
import { SpaceRepository } from "../spaces/SpaceRepository.js"
import { make as makeWrites } from "../spaces/SpaceWrites.js"
import { Storage } from "../storage/Storage.js"
import type { CollectionId, CollectionShape } from "./Collection.js"
import { CollectionRepository } from "./CollectionRepository.js"

/** A collection and all that are in it, at any depth. */
export const withDescendants = (
  snapshot: OrganizationSnapshot,
  root: CollectionShape
): ReadonlyArray<CollectionShape> => {
  const children = new Map<string, Array<CollectionShape>>()
  for (const collection of snapshot.collections.values()) {
    const siblings = children.get(collection.parent ?? "")
    if (siblings === undefined) children.set(collection.parent ?? "", [collection])
    else siblings.push(collection)
  }
  const found = [root]
  for (let i = 0; i < found.length; i++) found.push(...(children.get(found[i]!.id) ?? []))
  return found
}

/** `Collections.remove`, over the repositories of the context. */
export const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const collections = yield* CollectionRepository
  const spaces = yield* SpaceRepository
  const grants = yield* GrantRepository
  const invites = yield* LinkInviteRepository
  const writes = yield* makeWrites
  const detach = yield* makeDetach

  return (id: CollectionId): Effect.Effect<void, LecternError, Actor> =>
    storage.transaction(
      Effect.gen(function* () {
        const { collection: root, standing } = yield* access.requireCollection(id, needs.manage)
        const at = yield* now
        for (const collection of withDescendants(standing.snapshot, root)) {
          // What the collections said by default stays on the spaces: restored at the root, none is more open than before.
          const kept = enclosingDefault(standing.snapshot, collection.id)
          const inside = yield* spaces.listIn(root.organization, collection.id)
          yield* detach(inside.map(({ value }) => value.id))
          for (const read of inside) {
            const value = read.value.defaultLevel === "inherit" ? { ...read.value, defaultLevel: kept } : read.value
            yield* writes.remove({ ...read, value }, at)
          }
          yield* grants.removeOn(collection.id)
          yield* invites.removeOn(collection.id)
          yield* collections.remove(collection)
        }
      }).pipe(Effect.catchTag("NotFound", () => Effect.void))
    )
})
