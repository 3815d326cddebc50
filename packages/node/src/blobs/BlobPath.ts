/** The places of blobs in a folder. */
import { join } from "node:path"

/** The path of the file of a blob: `ab/cd/abcd…` in its folder, by its hash. */
export const blobPath = (root: string, hash: string): string => join(root, hash.slice(0, 2), hash.slice(2, 4), hash)
