/** The setup of the tests of uploads. */
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect, Stream } from "effect"
import { as, member, organization, person } from "../../workspace.js"

/** A space, two users who may edit it, one who may only read it, and a stranger. */
export const place = Effect.gen(function* () {
  const { admin, id } = yield* organization()
  const spaces = yield* Spaces
  const space = yield* as(admin)(spaces.create(id, { title: "Handbook" }))
  const other = yield* as(admin)(spaces.create(id, { title: "Other" }))
  return {
    admin,
    organization: id,
    editor: yield* member(id, "Ed", "edit"),
    reader: yield* member(id, "Rex", "read"),
    stranger: yield* person("Eve"),
    space: space.id,
    other: other.id
  }
})

/** Bytes that differ with `seed`. */
export const patterned = (length: number, seed = 0): Uint8Array => {
  const bytes = new Uint8Array(length)
  for (let i = 0; i < length; i++) bytes[i] = (i * 31 + seed * 7 + (i >> 8)) % 251
  return bytes
}

/** Inserts an upload into a space under a name. */
export const insert = (space: SpaceId, upload: string, name = "file.bin") =>
  Effect.flatMap(ContentEdits, (edits) =>
    edits.apply(space, { changes: [{ operation: "insert_files", files: [{ name, upload: upload as never }] }] })
  )

/** The files of a space. */
export const filesOf = (space: SpaceId) =>
  Effect.flatMap(Contents, (contents) =>
    Effect.map(contents.files(space, undefined, { limit: 1000 }), ({ items }) => items)
  )

/** How many blobs there are, and their bytes. */
export const stored = Effect.flatMap(BlobStore, (blobs) =>
  Stream.runFold(blobs.list(Number.MAX_SAFE_INTEGER), { blobs: 0, bytes: 0 }, (sum, { size }) => ({
    blobs: sum.blobs + 1,
    bytes: sum.bytes + size
  }))
)
