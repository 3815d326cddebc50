/**
 * The spaces of an organization that a user may read, and their number. Most spaces are decided in groups; only spaces
 * that the user was granted, and those that the grants reach, are decided one by one.
 */
import type { CollectionShape } from "../places/Collection.js"
import { CollectionId } from "../places/CollectionId.js"
import { SpaceId } from "../places/SpaceId.js"
import type { SpaceShape } from "../places/SpaceShape.js"
import type { Synonyms } from "../places/Synonyms.js"
import type { DefaultLevel } from "./Role.js"
import { enclosingDefault, type OrganizationSnapshot, type Standing, seesAll } from "./Standing.js"

/**
 * The spaces in one place with the same default level: alike for everybody, except for grants on them and on their
 * sites.
 */
interface Alike {
  /** A representative shape, which is not one of the spaces. */
  readonly shape: SpaceShape
  readonly count: number
}

/** The spaces of an organization that are not deleted, by id, and the groups of spaces that are alike, by parent. */
export interface SpaceShapes {
  readonly all: ReadonlyArray<SpaceShape>
  readonly byId: ReadonlyMap<string, SpaceShape>
  /** By collection; spaces at the root are under the empty id. */
  readonly alike: ReadonlyMap<string, ReadonlyArray<Alike>>
  /** The few spaces that inherit from a collection that they are not in. They are at the root and not alike. */
  readonly apart: ReadonlyArray<SpaceShape>
  readonly withSynonyms: ReadonlyArray<{ readonly space: SpaceId; readonly synonyms: Synonyms }>
}

/** {@link SpaceShapes} among the collections of the organization. */
export interface PlacedSpaces extends SpaceShapes {
  readonly children: ReadonlyMap<string, ReadonlyArray<CollectionId>>
  /** The number of spaces that any member with a role may read without a grant. */
  readonly open: number
}

/** The spaces that a user may read. */
export interface ReadableSpaces {
  readonly has: (space: string) => boolean
  /** The synonyms of the spaces that have any. */
  readonly synonyms: () => ReadonlyArray<{ readonly space: SpaceId; readonly synonyms: Synonyms }>
  /** The number of spaces, in all or directly in one collection. */
  readonly count: (parent?: CollectionId) => number
  /** The places that may contain readable spaces, by id; there are none elsewhere. */
  readonly places: () => ReadonlyArray<ReadablePlace>
}

/** A place in which a user may read spaces, unless all of its spaces are closed by grants. */
export interface ReadablePlace {
  /** The collection; empty for the root. */
  readonly id: string
  /**
   * The readable spaces there, in no particular order, if they are few because only grants open them; absent otherwise.
   */
  readonly only?: ReadonlyArray<SpaceId>
}

const nobody = SpaceId.make("")
const none: ReadonlyArray<never> = []

/** The shapes of all spaces of an organization, arranged. */
export const arranged = (all: ReadonlyArray<SpaceShape>): SpaceShapes => {
  const counts = new Map<string, Map<DefaultLevel, number>>()
  for (const { parent = "", inherits, defaultLevel } of all) {
    if (inherits !== undefined) continue
    const here = counts.get(parent) ?? new Map<DefaultLevel, number>()
    if (here.size === 0) counts.set(parent, here)
    here.set(defaultLevel, (here.get(defaultLevel) ?? 0) + 1)
  }
  const alike = new Map<string, ReadonlyArray<Alike>>()
  for (const [parent, here] of counts) {
    const place = parent === "" ? {} : { parent: CollectionId.make(parent) }
    alike.set(
      parent,
      Array.from(here, ([defaultLevel, count]) => ({ shape: { id: nobody, ...place, defaultLevel }, count }))
    )
  }
  return {
    all,
    byId: new Map(all.map((shape) => [shape.id, shape])),
    alike,
    apart: all.filter(({ inherits }) => inherits !== undefined),
    withSynonyms: all.flatMap(({ id, synonyms }) => (synonyms === undefined ? [] : [{ space: id, synonyms }]))
  }
}

const childrenOf = (
  collections: ReadonlyMap<string, CollectionShape>
): ReadonlyMap<string, ReadonlyArray<CollectionId>> => {
  const children = new Map<string, Array<CollectionId>>()
  for (const { id, parent } of collections.values()) {
    if (parent === undefined) continue
    const known = children.get(parent)
    if (known === undefined) children.set(parent, [id])
    else known.push(id)
  }
  return children
}

const isOpen = (snapshot: OrganizationSnapshot, { parent, defaultLevel }: SpaceShape): boolean =>
  (defaultLevel === "inherit" ? enclosingDefault(snapshot, parent) : defaultLevel) !== null

/** The spaces of an organization among its collections. */
export const placed = (snapshot: OrganizationSnapshot, shapes: SpaceShapes): PlacedSpaces => {
  let open = 0
  for (const here of shapes.alike.values()) {
    for (const { shape, count } of here) if (isOpen(snapshot, shape)) open += count
  }
  return { ...shapes, children: childrenOf(snapshot.collections), open }
}

/** The content that a user's grants reach: collections with all of their contents, and single spaces. */
interface Reach {
  readonly collections: ReadonlySet<string>
  readonly spaces: ReadonlyMap<string, SpaceShape>
}

const reachOf = ({ snapshot, subject }: Standing, { byId, children }: PlacedSpaces): Reach => {
  const collections = new Set<string>()
  const spaces = new Map<string, SpaceShape>()
  const addSpace = (id: string): void => {
    const shape = byId.get(id)
    if (shape !== undefined && shape.inherits === undefined) spaces.set(id, shape)
  }
  const open: Array<string> = []
  for (const target of [...subject.grants.keys(), ...subject.teamGrants.keys()]) {
    addSpace(target)
    for (const space of snapshot.sites.get(target)?.spaces ?? none) addSpace(space)
    if (snapshot.collections.has(target)) open.push(target)
  }
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (collections.has(at)) continue
    collections.add(at)
    open.push(...(children.get(at) ?? none))
  }
  return { collections, spaces }
}

const reads = (standing: Standing, shape: SpaceShape): boolean => standing.spaceLevel(shape) !== null

/**
 * The spaces that a caller with this standing may read. Computed on first use, in time proportional to what the grants
 * reach.
 */
export const readableSpaces = (standing: Standing, spaces: PlacedSpaces): ReadableSpaces => {
  const isKnown = new Map<string, boolean>()
  const counts = new Map<string | undefined, number>()
  let reach: Reach | undefined
  let places: ReadonlyArray<ReadablePlace> | undefined

  const plus = (sum: number, { shape, count }: Alike): number => (reads(standing, shape) ? sum + count : sum)
  /** The number that a space adds to the count because it differs from its group. */
  const differs = (shape: SpaceShape): number =>
    Number(reads(standing, shape)) - Number(reads(standing, { ...shape, id: nobody }))

  const countAll = ({ collections, spaces: single }: Reach): number => {
    let count = standing.role === null ? 0 : spaces.open
    for (const collection of collections) {
      const here = spaces.alike.get(collection) ?? none
      count = here.reduce(plus, count)
      if (standing.role === null) continue
      for (const { shape, count: some } of here) if (isOpen(standing.snapshot, shape)) count -= some
    }
    for (const shape of single.values()) count += differs(shape)
    for (const shape of spaces.apart) count += Number(reads(standing, shape))
    return count
  }

  const countIn = (parent: CollectionId, { spaces: single }: Reach): number => {
    let count = (spaces.alike.get(parent) ?? none).reduce(plus, 0)
    for (const shape of single.values()) if (shape.parent === parent) count += differs(shape)
    return count
  }

  const placesOf = ({ collections, spaces: single }: Reach): ReadonlyArray<ReadablePlace> => {
    const found = new Map<string, { id: string; only?: Array<SpaceId> }>()
    for (const id of standing.role === null ? collections : spaces.alike.keys()) {
      if (spaces.alike.get(id)?.some(({ shape }) => reads(standing, shape)) === true) found.set(id, { id })
    }
    for (const shape of [...single.values(), ...spaces.apart]) {
      if (!reads(standing, shape)) continue
      const id = shape.parent ?? ""
      const known = found.get(id)
      if (known === undefined) found.set(id, { id, only: [shape.id] })
      else known.only?.push(shape.id)
    }
    return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  const counted = (parent: CollectionId | undefined): number => {
    reach ??= reachOf(standing, spaces)
    const count = parent === undefined ? countAll(reach) : countIn(parent, reach)
    counts.set(parent, count)
    return count
  }

  const has = (id: string): boolean => {
    const known = isKnown.get(id)
    if (known !== undefined) return known
    const shape = spaces.byId.get(id)
    const found = shape !== undefined && reads(standing, shape)
    isKnown.set(id, found)
    return found
  }

  return {
    has,
    synonyms: () => spaces.withSynonyms.filter(({ space }) => has(space)),
    count: (parent) =>
      seesAll(standing) && parent === undefined ? spaces.all.length : (counts.get(parent) ?? counted(parent)),
    places: () => {
      reach ??= reachOf(standing, spaces)
      places ??= placesOf(reach)
      return places
    }
  }
}

/** The number of spaces that both of two members may read. Neither is an administrator, who may read all spaces. */
export const countBoth = (one: Standing, other: Standing, spaces: PlacedSpaces): number => {
  const [first, second] = [reachOf(one, spaces), reachOf(other, spaces)]
  const both = (shape: SpaceShape): number => Number(reads(one, shape) && reads(other, shape))
  const isGuest = one.role === null || other.role === null
  let count = isGuest ? 0 : spaces.open
  for (const collection of new Set([...first.collections, ...second.collections])) {
    for (const { shape, count: some } of spaces.alike.get(collection) ?? none) {
      count += some * (both(shape) - Number(!isGuest && isOpen(one.snapshot, shape)))
    }
  }
  for (const shape of new Map([...first.spaces, ...second.spaces]).values()) {
    count += both(shape) - both({ ...shape, id: nobody })
  }
  for (const shape of spaces.apart) count += both(shape)
  return count
}

/** The number of spaces that both may read, where `team` is a {@link standingOfTeam}, by grants alone. */
export const countShared = (team: Standing, caller: Standing, spaces: PlacedSpaces): number => {
  const given = reachOf(team, spaces)
  const both = (shape: SpaceShape): number => Number(reads(team, shape) && reads(caller, shape))
  let count = 0
  for (const collection of given.collections) {
    for (const { shape, count: some } of spaces.alike.get(collection) ?? none) count += some * both(shape)
  }
  const single = new Map([...given.spaces, ...reachOf(caller, spaces).spaces])
  for (const shape of single.values()) count += both(shape) - both({ ...shape, id: nobody })
  for (const shape of spaces.apart) count += both(shape)
  return count
}
