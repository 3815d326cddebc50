/** The one order of the spaces and collections of a parent, across their two tables. */

import * as Effect from "effect/Effect"
import {
  Conflict,
  type Invalid,
  invalid,
  type NotFound,
  notFound,
  type Unavailable
} from "../../foundation/errors/Errors.js"
import type { GapRebalancing } from "../../foundation/order-keys/GapRebalancing.js"
import type { Standing } from "../../people/access/Standing.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import { CollectionId } from "../../people/places/CollectionId.js"
import type { CollectionRepositoryService } from "../../people/places/CollectionRepository.js"
import { SpaceId } from "../../people/places/SpaceId.js"
import type { SpaceRepositoryService } from "../../people/places/SpaceRepository.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import { compareValues } from "../../storage/rows/Table.js"
import { keyAtEnd, openAfter, type Pointer, type Position, place, type Sibling } from "./Position.js"

/** The repositories that hold the order. */
export interface OrderRepositories {
  readonly spaces: SpaceRepositoryService
  readonly collections: CollectionRepositoryService
}

/** The key of the last place in a parent; `undefined` is the root. */
export const lastKey = (
  { spaces, collections }: OrderRepositories,
  organization: OrganizationId,
  parent: CollectionId | undefined
): Effect.Effect<string, Unavailable> =>
  Effect.gen(function* () {
    const last = { reverse: true, limit: 1 }
    const found = [
      ...(yield* spaces.in(organization, parent, last)),
      ...(yield* collections.in(organization, parent, last))
    ]
    return keyAtEnd(found.map(({ value }) => value).sort((a, b) => compareValues(a.position, b.position)))
  })

/**
 * Everything in a parent, in order. Contents that are deleted, or that the caller may not see, are included but not
 * shown.
 */
export const siblingsIn = (
  { spaces, collections }: OrderRepositories,
  standing: Standing,
  parent: CollectionId | undefined
): Effect.Effect<ReadonlyArray<Sibling>, Unavailable> =>
  Effect.gen(function* () {
    const ofSpaces = (yield* spaces.in(standing.organization.id, parent)).map(
      ({ value }): Sibling => ({
        type: "space",
        id: value.id,
        position: value.position,
        shown: value.deletedAt === undefined && standing.spaceLevel(value) !== null
      })
    )
    const ofCollections = (yield* collections.in(standing.organization.id, parent)).map(
      ({ value }): Sibling => ({
        type: "collection",
        id: value.id,
        position: value.position,
        shown: standing.collectionLevel(value.id) !== null
      })
    )
    return [...ofSpaces, ...ofCollections].sort((a, b) => compareValues(a.position, b.position))
  })

/** Gives the siblings around an opening their new keys, and returns the key of the place itself. */
const enter = (
  { spaces, collections }: OrderRepositories,
  { position, rekeyed }: GapRebalancing<Sibling>
): Effect.Effect<string, Unavailable> =>
  Effect.gen(function* () {
    yield* spaces.lock(rekeyed.flatMap(({ sibling: { id, type } }) => (type === "space" ? [id] : [])))
    for (const { sibling, position } of rekeyed) {
      if (sibling.type === "collection") {
        const read = yield* collections.find(CollectionId.make(sibling.id))
        if (read !== undefined) yield* collections.replace(read, { ...read.value, position })
      } else {
        const read = yield* spaces.find(SpaceId.make(sibling.id))
        if (read !== undefined) yield* spaces.replace(read, { ...read.value, position })
      }
    }
    return position
  }).pipe(withoutConflict)

/** The key of the place right after one item in a parent; siblings around may get new keys. */
export const keyAfter = (
  repositories: OrderRepositories,
  standing: Standing,
  parent: CollectionId | undefined,
  id: string
): Effect.Effect<string, Unavailable> =>
  Effect.flatMap(siblingsIn(repositories, standing, parent), (siblings) => enter(repositories, openAfter(siblings, id)))

/**
 * The key of a requested place; siblings around it may get new keys. `Conflict` if nothing would change, `NotFound` for
 * a pointer to something that does not exist or is not visible, `Invalid` for a pointer to something elsewhere and for
 * two that do not enclose a single gap.
 */
export const keyFor = (
  repositories: OrderRepositories,
  standing: Standing,
  parent: CollectionId | undefined,
  moved: Pick<Sibling, "type" | "id">,
  position: Position | undefined
): Effect.Effect<string, Conflict | Invalid | NotFound | Unavailable> =>
  Effect.gen(function* () {
    const placement = place(yield* siblingsIn(repositories, standing, parent), moved, position)
    switch (placement.kind) {
      case "placed":
        return yield* enter(repositories, placement)
      case "unchanged":
        return yield* new Conflict({ message: `the ${moved.type} is at this place already` })
      case "not-a-gap":
        return yield* invalid("position", "expected before and after to be neighbours, in this order")
      case "unknown":
        return yield* (yield* isVisible(repositories, standing, placement.pointer))
          ? invalid(`position.${placement.field}`, `expected a sibling, got a ${placement.pointer.type} elsewhere`)
          : notFound(placement.pointer.type)
    }
  })

const isVisible = (
  { spaces }: OrderRepositories,
  standing: Standing,
  pointer: Pointer
): Effect.Effect<boolean, Unavailable> =>
  pointer.type === "collection"
    ? Effect.succeed(
        standing.snapshot.collections.has(pointer.collection) && standing.collectionLevel(pointer.collection) !== null
      )
    : Effect.map(
        spaces.find(pointer.space),
        (found) =>
          found !== undefined &&
          found.value.organization === standing.organization.id &&
          found.value.deletedAt === undefined &&
          standing.spaceLevel(found.value) !== null
      )
