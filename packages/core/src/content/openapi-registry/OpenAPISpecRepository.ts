import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { isNameTaken } from "../../foundation/ids/Names.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import { BlobReferences } from "../../storage/blobs/BlobReferences.js"
import { hold, release } from "../../storage/blobs/StoredBytes.js"
import { adding } from "../../storage/rows/Batches.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Scan, Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type {
  OpenAPISpecId,
  OpenAPISpecRecord,
  OpenAPISpecVersionId,
  OpenAPISpecVersionRecord,
  ProcessingState
} from "./OpenAPISpec.js"
import { OpenAPISpecsTable, OpenAPISpecVersionsTable } from "./OpenAPISpecTables.js"

/** The counter that moves whenever the content of an organization's specifications may have changed. */
export const specsCounter = (organization: string): string => `openapi-specs:${organization}`

type Found<A> = Effect.Effect<A, Unavailable>

/** Reads and writes specifications; writes belong in a transaction that has read the rows they replace. */
export interface OpenAPISpecRepositoryService {
  readonly find: (id: OpenAPISpecId) => Found<Stored<OpenAPISpecRecord> | undefined>
  readonly findBySlug: (organization: OrganizationId, slug: string) => Found<Stored<OpenAPISpecRecord> | undefined>
  /** Whether a slug is unavailable for a new specification of an organization: another one has it, or it is an id. */
  readonly isTaken: (organization: OrganizationId, slug: string) => Found<boolean>
  /** The specifications of an organization, in the order of creation. */
  readonly list: (
    organization: OrganizationId,
    scan: Pick<Scan, "after" | "limit">
  ) => Found<ReadonlyArray<Stored<OpenAPISpecRecord>>>
  readonly count: (organization: OrganizationId) => Found<number>
  /** The specifications in this processing state. */
  readonly in: (state: typeof ProcessingState.Type) => Found<ReadonlyArray<Stored<OpenAPISpecRecord>>>
  /** The specifications with a URL that were last fetched at or before a time, oldest first. */
  readonly fetchedUntil: (time: string, limit: number) => Found<ReadonlyArray<Stored<OpenAPISpecRecord>>>
  readonly insert: (spec: OpenAPISpecRecord) => Found<void>
  readonly replace: (read: Stored<OpenAPISpecRecord>, spec: OpenAPISpecRecord) => Found<void>
  /** Removes a specification with all of its versions, and releases the blobs of these and of its source. */
  readonly remove: (spec: OpenAPISpecRecord) => Found<void>
  readonly findVersion: (
    spec: OpenAPISpecId,
    id: OpenAPISpecVersionId
  ) => Found<Stored<OpenAPISpecVersionRecord> | undefined>
  /** The versions of a specification, in the order of creation. */
  readonly versions: (
    spec: OpenAPISpecId,
    scan: Pick<Scan, "after" | "limit">
  ) => Found<ReadonlyArray<Stored<OpenAPISpecVersionRecord>>>
  readonly countVersions: (spec: OpenAPISpecId) => Found<number>
  /** Adds a version, which references its blob; removes the oldest if there would be more than `most`. */
  readonly addVersion: (organization: OrganizationId, version: OpenAPISpecVersionRecord, most: number) => Found<void>
}

/** The repository of specifications. */
export class OpenAPISpecRepository extends Context.Tag("@lectern/core/OpenAPISpecRepository")<
  OpenAPISpecRepository,
  OpenAPISpecRepositoryService
>() {}

const textOf = ({ source }: OpenAPISpecRecord): string | undefined => (source.kind === "text" ? source.hash : undefined)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const blobs = yield* BlobReferences
  const specs = rows(storage, OpenAPISpecsTable)
  const versions = rows(storage, OpenAPISpecVersionsTable)
  /** Releases the blobs of a specification or a version. */
  const drop = (organization: OrganizationId, holder: string) =>
    Effect.zipRight(blobs.purge(holder), release(storage, organization, holder))
  const dropVersion = (organization: OrganizationId, version: OpenAPISpecVersionRecord) =>
    Effect.zipRight(versions.remove(version.spec, version.id), drop(organization, version.id))
  const keep = (organization: OrganizationId, holder: string, hash: string, size: number | undefined) =>
    Effect.zipRight(blobs.add(hash, holder, size), hold(storage, organization, holder, size ?? 0))
  const keepText = ({ id, organization, source }: OpenAPISpecRecord) =>
    source.kind === "text" ? keep(organization, id, source.hash, source.size) : Effect.void

  const findBySlug: OpenAPISpecRepositoryService["findBySlug"] = (organization, slug) =>
    Effect.map(specs.scan({ index: "slug", prefix: [organization, slug], limit: 1 }), ([found]) => found)

  const service: OpenAPISpecRepositoryService = {
    find: (id) => specs.find(id),
    findBySlug,
    isTaken: (organization, slug) =>
      isNameTaken({ byId: (id) => specs.find(id), byName: (name) => findBySlug(organization, name) }, slug),
    list: (organization, scan) => specs.scan({ index: "place", prefix: [organization], ...scan }),
    count: (organization) => specs.count({ index: "place", prefix: [organization] }),
    in: (state) => specs.scan({ index: "state", prefix: [state] }),
    fetchedUntil: (time, limit) => specs.scan({ index: "fetched", gte: "", lte: time, limit }),
    insert: (spec) => Effect.zipRight(withoutConflict(specs.insert(spec)), keepText(spec)),
    replace: Effect.fnUntraced(function* (read, spec) {
      yield* withoutConflict(specs.replace(read, spec))
      if (read.value.lastVersion !== spec.lastVersion) yield* adding(storage, [[specsCounter(spec.organization), 1]])
      if (textOf(read.value) === textOf(spec)) return
      yield* drop(spec.organization, spec.id)
      yield* keepText(spec)
    }),
    remove: Effect.fnUntraced(function* ({ id, organization }) {
      yield* specs.remove(id)
      yield* adding(storage, [[specsCounter(organization), 1]])
      yield* drop(organization, id)
      for (const { value } of yield* versions.scan({ prefix: [id] })) yield* dropVersion(organization, value)
    }),
    findVersion: (spec, id) => versions.find(spec, id),
    versions: (spec, scan) => versions.scan({ prefix: [spec], ...scan }),
    countVersions: (spec) => versions.count({ prefix: [spec] }),
    addVersion: Effect.fnUntraced(function* (organization, version, most) {
      yield* withoutConflict(versions.insert(version))
      yield* keep(organization, version.id, version.hash, version.size)
      const surplus = (yield* versions.count({ prefix: [version.spec] })) - most
      if (surplus <= 0) return
      const oldest = yield* versions.scan({ prefix: [version.spec], limit: surplus })
      for (const { value } of oldest) yield* dropVersion(organization, value)
    })
  }
  return service
})

/** {@link OpenAPISpecRepository} over Storage. */
export const service = serviceOf(OpenAPISpecRepository, make)
