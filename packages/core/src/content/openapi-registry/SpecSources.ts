/** Stores the sources of specifications, for processing. */
import * as Effect from "effect/Effect"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import { specKeyPlace } from "../../foundation/encryption/Places.js"
import { Conflict } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { putBytes } from "../../storage/blobs/Pieces.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { OpenAPISpecId, type OpenAPISpecRecord, type OpenAPISpecSource, type StoredSource } from "./OpenAPISpec.js"
import { OpenAPISpecRepository } from "./OpenAPISpecRepository.js"

/** The maximum number of specifications of an organization. */
const maxSpecs = 1000

const encoder = new TextEncoder()

/** Stores sources and the specifications that have them, over the repositories of the context. */
export const makeSpecSources = Effect.gen(function* () {
  const specs = yield* OpenAPISpecRepository
  const blobs = yield* BlobStore
  const ids = yield* Ids
  const keyring = yield* Keyring

  return {
    /** Stores a text as a blob, where processing finds it. */
    keep: Effect.fnUntraced(function* ({ text = "", url }: OpenAPISpecSource) {
      if (url !== undefined) return { kind: "url", url } satisfies StoredSource
      const bytes = encoder.encode(text)
      const hash = yield* putBytes(blobs, bytes)
      return { kind: "text", hash, size: bytes.length } satisfies StoredSource
    }),

    /** Inserts a specification that is still to be processed; `Conflict` if the organization has too many. */
    insert: Effect.fnUntraced(function* (organization: OrganizationId, slug: string, source: StoredSource) {
      if ((yield* specs.count(organization)) >= maxSpecs) {
        return yield* new Conflict({ message: `an organization has at most ${maxSpecs} specifications` })
      }
      const at = yield* now
      const id = OpenAPISpecId.make(yield* ids.next)
      const spec: OpenAPISpecRecord = {
        id,
        organization,
        slug,
        source,
        state: "pending",
        run: yield* ids.next,
        visibility: "private",
        sealedKey: yield* keyring.seal(specKeyPlace(id), yield* ids.secret),
        createdAt: at,
        updatedAt: at
      }
      yield* specs.insert(spec)
      return spec
    }),

    /** Replaces the source of a specification, and marks it to be processed again. */
    restart: Effect.fnUntraced(function* (
      read: Stored<OpenAPISpecRecord>,
      source: StoredSource,
      updatedAt = read.value.updatedAt
    ) {
      const spec: OpenAPISpecRecord = { ...read.value, source, updatedAt, state: "pending", run: yield* ids.next }
      yield* specs.replace(read, spec)
      return spec
    })
  }
})
