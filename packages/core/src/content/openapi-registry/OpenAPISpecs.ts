/**
 * The registry of OpenAPI specifications: their sources and versions.
 * @since 0.1.0
 */

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import { specKeyPlace } from "../../foundation/encryption/Places.js"
import { Conflict, type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { sameSecret } from "../../foundation/ids/SameSecret.js"
import { now, timestamp } from "../../foundation/ids/Time.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Workers } from "../../foundation/workers/Workers.js"
import { Access, forbidden } from "../../people/access/Access.js"
import type { Asked } from "../../people/access/Actor.js"
import { allows, needs } from "../../people/access/Policy.js"
import { requiring } from "../../people/access/Requirements.js"
import { seesSpecs } from "../../people/access/SpaceReading.js"
import type { Standing } from "../../people/access/Standing.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import { requireSystem } from "../../people/users/Users.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { makeWithinQuota } from "../../storage/blobs/StoredBytes.js"
import { Jobs } from "../../storage/jobs/Jobs.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import {
  CreateOpenAPISpec,
  type OpenAPISpec,
  type OpenAPISpecContent,
  type OpenAPISpecId,
  type OpenAPISpecRecord,
  type OpenAPISpecVersion,
  type OpenAPISpecVersionId,
  type OpenAPISpecVersionRecord,
  type PutOpenAPISpec,
  UpdateOpenAPISpec
} from "./OpenAPISpec.js"
import { signVersion, specAnswer, versionAddress, versionAnswer } from "./OpenAPISpecAnswer.js"
import { OpenAPISpecRepository } from "./OpenAPISpecRepository.js"
import { jobOf } from "./SpecJob.js"
import { makeSpecSources } from "./SpecSources.js"
import { bundleTask, filesTask } from "./SpecTasks.js"

/** A version as one document, with a unique tag. */
export interface ServedSpec {
  readonly tag: string
  /** The document as JSON in UTF-8. */
  readonly document: Effect.Effect<Uint8Array, LecternError>
}

/**
 * The service of OpenAPI specifications. They are visible to members with at least the role `read`, and not to guests;
 * changing them needs the role `create`. Sources are processed in the background: see `processingState`.
 */
export interface OpenAPISpecsService {
  /** The specifications of an organization, oldest first; `Forbidden` for guests. */
  readonly list: (organization: OrganizationId, query: ListQuery) => Asked<List<OpenAPISpec>>
  /** Creates a specification and queues its processing; `Conflict` for a slug that is taken. Needs `create`. */
  readonly create: (organization: OrganizationId, input: CreateOpenAPISpec) => Asked<OpenAPISpec>
  readonly get: (organization: OrganizationId, slug: string) => Asked<OpenAPISpec>
  /** Creates a specification or replaces its source, and queues its processing. Needs `create`. */
  readonly put: (organization: OrganizationId, slug: string, input: PutOpenAPISpec) => Asked<OpenAPISpec>
  /** Changes its visibility; `private` invalidates every URL issued before. Needs `create`. */
  readonly update: (organization: OrganizationId, slug: string, patch: UpdateOpenAPISpec) => Asked<OpenAPISpec>
  /**
   * Removes a specification with its versions. Needs `create`; removing one that does not exist or is not visible is
   * not an error.
   */
  readonly remove: (organization: OrganizationId, slug: string) => Asked<void>
  /** The versions of a specification, oldest first. */
  readonly versions: (organization: OrganizationId, slug: string, query: ListQuery) => Asked<List<OpenAPISpecVersion>>
  /** A version, the last one by default; `NotFound` if there is none yet. */
  readonly version: (
    organization: OrganizationId,
    slug: string,
    version?: OpenAPISpecVersionId
  ) => Asked<OpenAPISpecVersion>
  /** The files of a version, the last one by default. */
  readonly content: (
    organization: OrganizationId,
    slug: string,
    version?: OpenAPISpecVersionId
  ) => Asked<OpenAPISpecContent>
  /** The last version of a public specification. Needs no caller. */
  readonly published: (organization: OrganizationId, slug: string) => Effect.Effect<ServedSpec, LecternError>
  /** A version by its signed URL. Needs no caller: the signature is the permission. */
  readonly signed: (
    spec: OpenAPISpecId,
    version: OpenAPISpecVersionId,
    signature: string
  ) => Effect.Effect<ServedSpec, LecternError>
  /**
   * Queues the processing of specifications whose URL was fetched longer ago than `age`, at most 100 of them, and
   * returns their number. For the embedding program.
   */
  readonly refreshDue: (age: Duration.DurationInput) => Asked<number>
}

/** The service of OpenAPI specifications. */
export class OpenAPISpecs extends Context.Tag("@lectern/core/OpenAPISpecs")<OpenAPISpecs, OpenAPISpecsService>() {}

const parseCreate = parser(CreateOpenAPISpec)
const parseUpdate = parser(UpdateOpenAPISpec)
const parseQuery = parser(ListQuery)

/** The number of specifications that are refreshed together. */
const refreshedAtOnce = 100

const what = "OpenAPI specification"

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const specs = yield* OpenAPISpecRepository
  const blobs = yield* BlobStore
  const workers = yield* Workers
  const jobs = yield* Jobs
  const ids = yield* Ids
  const withinQuota = yield* makeWithinQuota
  const keyring = yield* Keyring
  const { base } = yield* PublicUrls
  const { insert, keep, restart } = yield* makeSpecSources

  /** The specification, if the caller may see it. */
  const find = Effect.fnUntraced(function* (organization: OrganizationId, slug: string) {
    const standing = yield* access.standing(organization)
    const read = yield* specs.findBySlug(organization, slug)
    if (read === undefined || !seesSpecs(standing)) return yield* notFound(what)
    return { standing, read }
  })
  const requireManager = ({ organization: { id }, role }: Standing) =>
    allows(role, "manage")
      ? requiring({ kind: "organization", id, level: needs.manage })
      : Effect.fail(forbidden("organization", needs.manage))

  const save = Effect.fnUntraced(function* (organization: OrganizationId, input: CreateOpenAPISpec, replace: boolean) {
    const { slug, source: given } = yield* parseCreate(input)
    yield* access.requireOrganization(organization, needs.manage)
    const source = yield* keep(given)
    const { before, spec, standing } = yield* storage.transaction(
      Effect.gen(function* () {
        const standing = yield* access.requireOrganization(organization, needs.manage)
        const before = yield* specs.findBySlug(organization, slug)
        if (before === undefined ? yield* specs.isTaken(organization, slug) : !replace) {
          return yield* new Conflict({ message: `the slug ${slug} is taken` })
        }
        const spec = yield* withinQuota(organization)(
          before === undefined ? insert(organization, slug, source) : restart(before, source, yield* now)
        )
        yield* jobs.submit(jobOf(spec))
        return { before, spec, standing }
      }),
      [organizationLock(organization)]
    )
    if (before !== undefined && before.value.state !== "complete") yield* jobs.cancel(jobOf(before.value))
    yield* jobs.wake
    return specAnswer(base, standing, spec)
  })

  const findVersion = Effect.fnUntraced(function* (
    organization: OrganizationId,
    slug: string,
    id: OpenAPISpecVersionId | undefined
  ) {
    const { read } = yield* find(organization, slug)
    return { spec: read.value, version: yield* versionOf(read.value, id ?? read.value.lastVersion) }
  })
  const versionOf = Effect.fnUntraced(function* (spec: OpenAPISpecRecord, id: OpenAPISpecVersionId | undefined) {
    const version = id === undefined ? undefined : yield* specs.findVersion(spec.id, id)
    return version === undefined ? yield* notFound(`version of the ${what}`) : version.value
  })
  const keyOf = ({ id, sealedKey }: OpenAPISpecRecord) => keyring.unseal(specKeyPlace(id), sealedKey)
  const bytesOf = Effect.fnUntraced(function* ({ hash }: OpenAPISpecVersionRecord) {
    const bytes = yield* blobs.get(hash)
    return bytes === undefined ? yield* notFound(`version of the ${what}`) : bytes
  })
  const served = (version: OpenAPISpecVersionRecord): ServedSpec => ({
    tag: version.hash,
    document: Effect.flatMap(bytesOf(version), (bytes) => workers.run(bundleTask, bytes))
  })

  const service: OpenAPISpecsService = {
    list: Effect.fnUntraced(function* (organization, query) {
      const parsed = yield* parseQuery(query)
      const standing = yield* access.requireOrganization(organization, needs.view)
      return yield* pageOf({
        binding: `openapi-specs:${organization}`,
        query: parsed,
        count: specs.count(organization),
        scan: (after, limit) => specs.list(organization, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => Effect.succeed(specAnswer(base, standing, value))
      })
    }),
    create: (organization, input) => save(organization, input, false),
    get: (organization, slug) =>
      Effect.map(find(organization, slug), ({ standing, read }) => specAnswer(base, standing, read.value)),
    put: (organization, slug, input) => save(organization, { slug, source: input.source }, true),
    update: Effect.fnUntraced(function* (organization, slug, patch) {
      const { visibility } = yield* parseUpdate(patch)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { standing, read } = yield* find(organization, slug)
          yield* requireManager(standing)
          if (visibility === read.value.visibility) return specAnswer(base, standing, read.value)
          const { id } = read.value
          const sealedKey =
            visibility === "private" ? yield* keyring.seal(specKeyPlace(id), yield* ids.secret) : read.value.sealedKey
          const spec = { ...read.value, visibility, sealedKey, updatedAt: yield* now }
          yield* specs.replace(read, spec)
          return specAnswer(base, standing, spec)
        }),
        [organizationLock(organization)]
      )
    }),
    remove: Effect.fnUntraced(function* (organization, slug) {
      const removed = yield* storage.transaction(
        Effect.gen(function* () {
          const { standing, read } = yield* find(organization, slug)
          yield* requireManager(standing)
          yield* specs.remove(read.value)
          return read.value
        }).pipe(Effect.catchTag("NotFound", () => Effect.succeed(undefined))),
        [organizationLock(organization)]
      )
      if (removed !== undefined && removed.state !== "complete") yield* jobs.cancel(jobOf(removed))
    }),
    versions: Effect.fnUntraced(function* (organization, slug, query) {
      const parsed = yield* parseQuery(query)
      const { read } = yield* find(organization, slug)
      const key = yield* keyOf(read.value)
      return yield* pageOf({
        binding: `openapi-spec-versions:${read.value.id}`,
        query: parsed,
        count: specs.countVersions(read.value.id),
        scan: (after, limit) => specs.versions(read.value.id, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => Effect.succeed(versionAnswer(base, read.value, key, value))
      })
    }),
    version: Effect.fnUntraced(function* (organization, slug, id) {
      const { spec, version } = yield* findVersion(organization, slug, id)
      return versionAnswer(base, spec, yield* keyOf(spec), version)
    }),
    content: Effect.fnUntraced(function* (organization, slug, id) {
      const { spec, version } = yield* findVersion(organization, slug, id)
      const { files } = yield* workers.run(filesTask, yield* bytesOf(version))
      return { filesystem: files, url: versionAddress(base, spec, yield* keyOf(spec), version) }
    }),
    published: Effect.fnUntraced(function* (organization, slug) {
      const read = yield* specs.findBySlug(organization, slug)
      if (read?.value.visibility !== "public") return yield* notFound(what)
      return served(yield* versionOf(read.value, read.value.lastVersion))
    }),
    signed: Effect.fnUntraced(function* (id, version, signature) {
      const spec = (yield* specs.find(id))?.value
      const found = (yield* specs.findVersion(id, version))?.value
      if (spec === undefined || found === undefined) return yield* notFound(what)
      if (!sameSecret(signVersion(yield* keyOf(spec), found), signature)) return yield* notFound(what)
      return served(found)
    }),
    refreshDue: Effect.fnUntraced(function* (age) {
      yield* requireSystem
      const until = timestamp((yield* Clock.currentTimeMillis) - Duration.toMillis(age))
      const due = specs.fetchedUntil(until, refreshedAtOnce)
      const organizations = new Set((yield* due).map(({ value }) => value.organization))
      const started = yield* storage.transaction(
        Effect.flatMap(due, (found) =>
          Effect.forEach(
            found.filter(({ value }) => organizations.has(value.organization)),
            (read) => Effect.tap(restart(read, read.value.source), (spec) => jobs.submit(jobOf(spec)))
          )
        ),
        [...organizations].map(organizationLock)
      )
      yield* jobs.wake
      return started.length
    })
  }
  return service
})

/** {@link OpenAPISpecs} over the repositories of the context. */
export const service = serviceOf(OpenAPISpecs, make)
