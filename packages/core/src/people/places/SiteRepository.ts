import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { sealedBy } from "../../foundation/encryption/Keyring.js"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { findByIdOrName, isNameTaken, unnamedId } from "../../foundation/ids/Names.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { Duplicate, type Scan, Storage } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import { moveAccess, sitesStamp } from "../access/StampedCache.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { SiteRecord, SiteShape } from "./Site.js"
import { SiteId } from "./SiteId.js"
import { pathsOf } from "./SitePaths.js"
import type { LinkRecord, StructureRecord } from "./SiteRows.js"
import type { SpaceId } from "./Space.js"
import type { Structure } from "./Structure.js"

/** The sites; basenames and host names are unique. */
export const SitesTable = recordTable({
  name: "sites",
  emits: true,
  columns: { id: "text", organization: "text", basename: "text?", hostname: "text?", sealedBy: "text" },
  key: ["id"],
  indexes: {
    organization: { on: ["organization"] },
    basename: { on: ["basename"], unique: true },
    hostname: { on: ["hostname"], unique: true },
    sealedBy: { on: ["sealedBy"] }
  },
  lockedBy: "organization organization",
  columnsOf: ({ basename, hostname, id, oldKeys = [], organization, sealedSigningKey }: SiteRecord) => ({
    id,
    organization,
    basename: basename ?? null,
    hostname: hostname ?? null,
    sealedBy: sealedBy([sealedSigningKey, ...oldKeys.map(({ sealedKey }) => sealedKey)])
  }),
  row: () => import("./SiteRows.js").then(({ sites }) => sites)
})

/** The structure of each site. */
export const SiteStructuresTable = recordTable({
  name: "site_structures",
  emits: true,
  columns: { site: "text" },
  key: ["site"],
  indexes: {},
  lockedBy: "organization",
  columnsOf: ({ site }: StructureRecord) => ({
    site
  }),
  row: () => import("./SiteRows.js").then(({ siteStructures }) => siteStructures)
})

/** The spaces on each site, and their places. */
export const SiteLinksTable = recordTable({
  name: "site_links",
  columns: { space: "text", site: "text", organization: "text" },
  key: ["space", "site"],
  indexes: { organization: { on: ["organization", "site"] }, site: { on: ["site"] } },
  lockedBy: "organization organization",
  columnsOf: ({ space, site, organization }: LinkRecord) => ({
    space,
    site,
    organization
  }),
  unaudited: "derived",
  row: () => import("./SiteRows.js").then(({ siteLinks }) => siteLinks)
})

/** A site with its structure, as one stored value. */
export interface SiteWithStructure {
  readonly site: Stored<SiteRecord>
  readonly structure: Stored<Structure>
}

type Written = Effect.Effect<void, Duplicate | Unavailable>

/**
 * Reads and writes sites and their structures; writes belong in a transaction that has read the rows they replace.
 * Every write counts as a change of access in the organization.
 */
export interface SiteRepositoryService {
  readonly find: (id: SiteId) => Effect.Effect<Stored<SiteRecord> | undefined, Unavailable>
  /** The site with this id, or else the one with this basename. */
  readonly named: (name: string) => Effect.Effect<Stored<SiteRecord> | undefined, Unavailable>
  /** An id for a new site, which no site has as its basename. */
  readonly newId: Effect.Effect<SiteId, Unavailable>
  /** The site that has a host name of its own. */
  readonly byHostName: (hostName: string) => Effect.Effect<Stored<SiteRecord> | undefined, Unavailable>
  /** The sites of an organization, in the order of creation. */
  readonly list: (
    organization: OrganizationId,
    scan?: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<SiteRecord>>, Unavailable>
  /** The sites of an organization with the content on them. */
  readonly shapes: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<SiteShape>, Unavailable>
  /** The site with its structure. */
  readonly structure: (id: SiteId) => Effect.Effect<SiteWithStructure | undefined, Unavailable>
  /** The ids of the sites that a space is on. */
  readonly ofSpace: (space: SpaceId) => Effect.Effect<ReadonlyArray<SiteId>, Unavailable>
  /** Adds a site, and returns it with the number of its site spaces. */
  readonly insert: (
    site: Omit<SiteRecord, "siteSpaces">,
    structure: Structure
  ) => Effect.Effect<SiteRecord, Unavailable>
  /**
   * Replaces the site that was read, except for its structure; fails with `Duplicate` if a new basename or host name is
   * taken.
   */
  readonly replace: (read: Stored<SiteRecord>, site: SiteRecord) => Written
  /** Replaces the structure of a site, and returns the site, with the right number of site spaces. */
  readonly saveStructure: (read: SiteWithStructure, structure: Structure) => Effect.Effect<SiteRecord, Unavailable>
  /** Removes a site with its structure. */
  readonly remove: (site: SiteRecord) => Effect.Effect<void, Unavailable>
}

/** The repository of sites. */
export class SiteRepository extends Context.Tag("@lectern/core/SiteRepository")<
  SiteRepository,
  SiteRepositoryService
>() {}

const samePaths = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.length === b.length && a.every((path, i) => path === b[i])

const countOf = (paths: ReadonlyMap<SpaceId, ReadonlyArray<string>>): number =>
  [...paths.values()].reduce((sum, each) => sum + each.length, 0)

const make = Effect.map(Effect.all([Storage, Ids]), ([storage, ids]): SiteRepositoryService => {
  const sites = rows(storage, SitesTable)
  const structures = rows(storage, SiteStructuresTable)
  const links = rows(storage, SiteLinksTable)
  const moved = ({ organization }: { readonly organization: OrganizationId }) =>
    moveAccess(storage, organization, sitesStamp(organization))

  /** Updates the links of a site to match its structure; returns the number of its site spaces. */
  const link = Effect.fnUntraced(function* (
    { id: site, organization }: Pick<SiteRecord, "id" | "organization">,
    structure: Structure
  ) {
    const paths = pathsOf(structure)
    const known = new Set<SpaceId>()
    for (const read of yield* links.scan({ index: "site", prefix: [site] })) {
      const { space } = read.value
      const wanted = paths.get(space)
      known.add(space)
      if (wanted === undefined) yield* links.remove(space, site)
      else if (!samePaths(wanted, read.value.paths)) yield* links.replace(read, { ...read.value, paths: wanted })
    }
    for (const [space, each] of paths) {
      if (!known.has(space)) yield* links.insert({ space, site, organization, paths: each })
    }
    return countOf(paths)
  }, withoutConflict)

  const ways = {
    byId: (id: string) => sites.find(id),
    byName: (basename: string) =>
      Effect.map(sites.scan({ index: "basename", prefix: [basename], limit: 1 }), ([found]) => found)
  }
  const replace: SiteRepositoryService["replace"] = Effect.fnUntraced(function* (read, site) {
    const { basename } = site
    if (basename !== undefined && basename !== read.value.basename && (yield* isNameTaken(ways, basename))) {
      return yield* new Duplicate({ table: SitesTable.name, index: "basename" })
    }
    yield* Effect.catchTag(sites.replace(read, site), "VersionMismatch", Effect.die)
    yield* moved(site)
  })

  return {
    find: (id) => sites.find(id),
    named: (name) => findByIdOrName(ways, name),
    newId: Effect.map(unnamedId(ids.next, ways), (id) => SiteId.make(id)),
    byHostName: (hostName) =>
      Effect.map(sites.scan({ index: "hostname", prefix: [hostName], limit: 1 }), ([found]) => found),
    list: (organization, scan) => sites.scan({ index: "organization", prefix: [organization], ...scan }),
    shapes: Effect.fnUntraced(function* (organization) {
      const all = yield* sites.scan({ index: "organization", prefix: [organization] })
      const paths = new Map<SiteId, Map<SpaceId, ReadonlyArray<string>>>(all.map(({ value }) => [value.id, new Map()]))
      for (const { value } of yield* links.scan({ index: "organization", prefix: [organization] })) {
        paths.get(value.site)?.set(value.space, value.paths)
      }
      return all.map(({ value }) => {
        const own = paths.get(value.id) ?? new Map()
        return { ...value, spaces: [...own.keys()], paths: own }
      })
    }),
    structure: Effect.fnUntraced(function* (id) {
      const site = yield* sites.find(id)
      const structure = yield* structures.find(id)
      if (site === undefined || structure === undefined) return undefined
      return { site, structure: { ...structure, value: structure.value.structure } }
    }),
    ofSpace: (space) => Effect.map(links.scan({ prefix: [space] }), (found) => found.map(({ value }) => value.site)),
    insert: Effect.fnUntraced(function* (fields, structure) {
      const site: SiteRecord = { ...fields, siteSpaces: yield* link(fields, structure) }
      yield* structures.insert({ site: site.id, structure })
      yield* sites.insert(site)
      yield* moved(site)
      return site
    }, withoutConflict),
    replace,
    saveStructure: Effect.fnUntraced(function* (read, structure) {
      const site = { ...read.site.value, siteSpaces: yield* link(read.site.value, structure) }
      yield* structures.replace(
        { ...read.structure, value: { site: site.id, structure: read.structure.value } },
        { site: site.id, structure }
      )
      yield* replace(read.site, site)
      return site
    }, withoutConflict),
    remove: Effect.fnUntraced(function* (site) {
      yield* links.removeAll({ index: "site", prefix: [site.id] })
      yield* structures.remove(site.id)
      yield* sites.remove(site.id)
      yield* moved(site)
    })
  }
})

/** {@link SiteRepository} over Storage. */
export const service = repositoryOf(SiteRepository, make, [SitesTable, SiteStructuresTable, SiteLinksTable])
