/** From stored files and reusable contents to what is answered. */

import type { File, ReusableContent } from "../content/File.js"
import type { FileItem, ItemVersion, ReusableContentItem } from "../content/Item.js"
import type { SpaceRecord } from "../spaces/Space.js"
import { fileAddress } from "./FileAddress.js"

/** A file of a space as answered; `metadata` says whether with git metadata. */
export const toFile = (
  base: string,
  space: SpaceRecord,
  { line, value: item }: Pick<ItemVersion<FileItem>, "line" | "value">,
  metadata: boolean
): File => ({
  id: item.id,
  name: item.name,
  contentType: item.contentType,
  downloadURL: fileAddress(base, space.id, space.downloadKey, item, line === space.id ? undefined : line),
  size: item.size,
  ...(item.dimensions !== undefined && { dimensions: item.dimensions }),
  ...(metadata && item.git !== undefined && { git: item.git })
})

/** A reusable content as answered; `metadata` says whether with git metadata. */
export const toReusableContent = (item: ReusableContentItem, metadata: boolean): ReusableContent => ({
  id: item.id,
  title: item.title,
  document: item.document,
  ...(metadata && item.git !== undefined && { git: item.git })
})
