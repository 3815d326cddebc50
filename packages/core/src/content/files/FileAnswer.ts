/** Turns stored files and reusable contents into answers. */

import * as Effect from "effect/Effect"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import { downloadKeyPlace } from "../../foundation/encryption/Places.js"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import type { FileItem, ItemVersion, ReusableContentItem } from "../items/Item.js"
import type { File, ReusableContent } from "./File.js"
import { fileAddress } from "./FileAddress.js"

/** The key that signs the URLs of a space's files and PDFs, by the keyring of the context. */
export const makeDownloadKeyOf = Effect.map(
  Keyring,
  (keyring) =>
    ({ id, sealedDownloadKey }: Pick<SpaceRecord, "id" | "sealedDownloadKey">): Effect.Effect<string, Unavailable> =>
      keyring.unseal(downloadKeyPlace(id), sealedDownloadKey)
)

/** Makes the answer for a file of a space; `metadata` says whether to include git metadata. */
export const makeToFile = Effect.gen(function* () {
  const { base } = yield* PublicUrls
  const downloadKeyOf = yield* makeDownloadKeyOf
  return (
    space: SpaceRecord,
    { line, value: item }: Pick<ItemVersion<FileItem>, "line" | "value">,
    metadata: boolean
  ): Effect.Effect<File, Unavailable> =>
    Effect.map(downloadKeyOf(space), (key) => ({
      id: item.id,
      name: item.name,
      contentType: item.contentType,
      downloadURL: fileAddress(base, space.id, key, item, line === space.id ? undefined : line),
      size: item.size,
      ...(item.dimensions !== undefined && { dimensions: item.dimensions }),
      ...(metadata && item.git !== undefined && { git: item.git })
    }))
})

/** The answer for a reusable content; `metadata` says whether to include git metadata. */
export const toReusableContent = (item: ReusableContentItem, metadata: boolean): ReusableContent => ({
  id: item.id,
  title: item.title,
  document: item.document,
  ...(metadata && item.git !== undefined && { git: item.git })
})
