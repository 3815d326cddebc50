/** Stores the files of a tree, before the revision that refers to them. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Conflict, type LecternError } from "../../foundation/errors/Errors.js"
import type { BlobStoreService } from "../../storage/blobs/BlobStore.js"
import { type FileLimitsValue, fileTooLarge, requireRoom } from "../../storage/blobs/FileLimits.js"
import { metered } from "../../storage/blobs/Metered.js"
import { inOnePiece } from "../../storage/blobs/Pieces.js"
import { type TakenFile, takeBytes, takeStream } from "../files/FileItems.js"
import { blobHasher, sizeOf } from "../git-layout/Folder.js"
import type { GitBlob } from "../pages/PageParts.js"
import type { SpaceTree, StreamedTreeFile, TreeFile } from "./SpaceTree.js"

/** A file of a tree whose bytes are stored. */
export interface TakenTreeFile {
  readonly key: string
  readonly taken: TakenFile
  readonly git?: GitBlob
}

/** Streams up to this size are buffered, since a blob that already exists need not be written again: 1 MB. */
const collected = 1024 * 1024

/** The bytes of a file, as long as there are as many as it declares, handed to `each` on the way. */
const checked = ({ key, size, stream }: StreamedTreeFile, each: (bytes: Uint8Array) => void) =>
  Stream.suspend(() => {
    const changed = new Conflict({ message: `${key}: expected ${size} bytes; it changed while it was read, try again` })
    let seen = 0
    const counted = Stream.mapEffect(stream, (bytes): Effect.Effect<Uint8Array, Conflict> => {
      seen += bytes.length
      if (seen > size) return changed
      each(bytes)
      return Effect.succeed(bytes)
    })
    const end = Stream.execute(Effect.suspend(() => (seen === size ? Effect.void : changed)))
    return Stream.concat(counted, end)
  })

const takeFile = (
  blobs: BlobStoreService,
  limits: FileLimitsValue,
  file: TreeFile
): Effect.Effect<TakenTreeFile, LecternError> =>
  Effect.gen(function* () {
    const { key } = file
    const size = sizeOf(file)
    if (size > limits.maxFileBytes) return yield* fileTooLarge(key, limits.maxFileBytes)
    yield* requireRoom(limits, size)
    if ("bytes" in file) {
      return { key, taken: yield* takeBytes(blobs, file, file.bytes), ...(file.git !== undefined && { git: file.git }) }
    }
    const hasher = blobHasher(size)
    const bytes = checked(file, hasher.update)
    const taken =
      size <= collected
        ? yield* takeBytes(blobs, file, yield* inOnePiece(bytes))
        : yield* takeStream(blobs, file, metered(bytes, limits, key))
    return { key, taken, git: { oid: hasher.id(), path: key } }
  })

/**
 * Stores the bytes of all files of a tree, one file after the other. Fails with `TooLarge` if one exceeds the maximum
 * size of a file, with `Unavailable` if the disk has no room, and with `Conflict` if a file does not have its declared
 * length.
 */
export const takeFiles = (
  blobs: BlobStoreService,
  limits: FileLimitsValue,
  tree: SpaceTree
): Effect.Effect<SpaceTree<TakenTreeFile>, LecternError> =>
  Effect.map(
    Effect.forEach(tree.files, (file) => takeFile(blobs, limits, file)),
    (files) => ({ ...tree, files })
  )
