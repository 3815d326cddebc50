/**
 * Content as a folder of markdown in a zip archive, fetched from URLs that expire.
 * @since 0.1.0
 */
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import type * as Stream from "effect/Stream"
import { Conflict, type LecternError, notFound, type Unavailable } from "../../foundation/errors/Errors.js"
import { sameSecret } from "../../foundation/ids/SameSecret.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Access } from "../../people/access/Access.js"
import type { Asked } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceId, SpaceRecord } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { serviceOf } from "../../storage/services/Service.js"
import { slug } from "../../text/markdown/Slug.js"
import type { ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { makeOpenRequest } from "../change-requests/OpenRequest.js"
import { makeDownloadKeyOf } from "../files/FileAnswer.js"
import { defaultZipLimits } from "../git-layout/Zip.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { RevisionRepository } from "../revisions/RevisionRepository.js"
import { takeFolder } from "../sync/Snapshot.js"
import type { FolderAddress } from "./FolderExport.js"
import { zipped } from "./ZipWriting.js"

/** The validity of a URL, in milliseconds. */
const addressLife = 60 * 60 * 1000

/** The signature in a URL: 128 bits of HMAC-SHA256 with the space's key, in base64url. */
const signed = (downloadKey: string, revision: string, until: string): string =>
  Encoding.encodeBase64Url(
    hmac(sha256, utf8ToBytes(downloadKey), utf8ToBytes(`folder\n${revision}\n${until}`)).subarray(0, 16)
  )

/** A zip archive with a name to save it under. */
export interface FolderDownload {
  readonly name: string
  readonly bytes: Stream.Stream<Uint8Array, Unavailable>
}

/**
 * Exports content as folders, as `lectern export` writes them. `NotFound` if the space or the change request does not
 * exist or is not visible; `Conflict` if there are more or larger files than an archive may have that is imported.
 */
export interface FolderExportsService {
  /** The folder of the content of main. Needs `read`. */
  readonly ofSpace: (space: SpaceId) => Asked<FolderAddress>
  /** The folder of a change request's content. Needs `read`. */
  readonly ofChangeRequest: (space: SpaceId, changeRequest: ChangeRequestRef) => Asked<FolderAddress>
  /** The archive behind a URL, as long as it is valid. Needs no caller: the signature is the permission. */
  readonly download: (
    space: SpaceId,
    revision: string,
    until: string,
    signature: string
  ) => Effect.Effect<FolderDownload, LecternError>
}

/** The service of folder exports. */
export class FolderExports extends Context.Tag("@lectern/core/FolderExports")<FolderExports, FolderExportsService>() {}

const make = Effect.gen(function* () {
  const access = yield* Access
  const open = yield* makeOpenRequest
  const spaces = yield* SpaceRepository
  const revisions = yield* RevisionRepository
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const blobs = yield* BlobStore
  const { base } = yield* PublicUrls
  const downloadKeyOf = yield* makeDownloadKeyOf

  const folderOf = Effect.fnUntraced(function* (space: string, id: string) {
    const revision = yield* revisions.find(RevisionId.make(id))
    if (revision?.space !== space) return yield* notFound("folder")
    return { revision, folder: yield* takeFolder({ items, documents, blobs }, space, revision) }
  })

  const address = Effect.fnUntraced(function* (space: SpaceRecord, revision: string) {
    const { fileBytes, paths, problems } = (yield* folderOf(space.id, revision)).folder
    const { entries, total } = defaultZipLimits
    if (paths.length > entries || fileBytes > total) {
      const found = `${paths.length} files, ${fileBytes} bytes besides texts`
      return yield* new Conflict({ message: `expected at most ${entries} files and ${total} bytes, got ${found}` })
    }
    const until = String((yield* Clock.currentTimeMillis) + addressLife)
    const signature = signed(yield* downloadKeyOf(space), revision, until)
    const name = encodeURIComponent(slug(space.title))
    return {
      url: `${base}/folder/${space.id}/${revision}/${until}/${signature}/${name}.zip`,
      ...(problems.length > 0 && { problems: problems.map(({ file, message }) => `${file}: ${message}`) })
    }
  })

  const service: FolderExportsService = {
    ofSpace: Effect.fnUntraced(function* (id) {
      const { space } = yield* access.requireSpace(id, needs.view)
      return yield* address(space, space.revision)
    }),
    ofChangeRequest: Effect.fnUntraced(function* (id, ref) {
      const { request, space } = yield* open(id, ref, needs.view)
      return yield* address(space, request.value.revision)
    }),
    download: Effect.fnUntraced(function* (id, revisionId, until, signature) {
      const space = (yield* spaces.find(id))?.value
      if (space === undefined || space.deletedAt !== undefined) return yield* notFound("folder")
      const isSigned = sameSecret(signed(yield* downloadKeyOf(space), revisionId, until), signature)
      if (!isSigned || (yield* Clock.currentTimeMillis) >= Number(until)) return yield* notFound("folder")
      const { folder, revision } = yield* folderOf(id, revisionId)
      return { name: `${space.title}.zip`, bytes: zipped(folder.files, Date.parse(revision.createdAt)) }
    })
  }
  return service
})

/** {@link FolderExports} over the repositories of the context. */
export const service = serviceOf(FolderExports, make)
