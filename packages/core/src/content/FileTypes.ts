/** What a file is, by what is said of it and by its first bytes. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"
import { lazy } from "../loading/Lazy.js"
import type { FileItem } from "./Item.js"

/** What is known of a file without reading on. `charset` is there for text that is UTF-8. */
export interface FileKind {
  readonly contentType: string
  readonly charset?: "utf-8"
  readonly dimensions?: NonNullable<FileItem["dimensions"]>
}

const formats = lazy("the list of file formats", () => import("./FileFormats.js"))

/**
 * What a file is. The declared type, or else that of the name's ending, stands unless the bytes contradict it: then it is
 * what they are found to be, or what nothing is run as. `prefix` is all of the file or some hundred kilobytes of it.
 */
export const fileKind = (
  name: string,
  declared: string | undefined,
  prefix: Uint8Array
): Effect.Effect<FileKind, Unavailable> =>
  Effect.flatMap(formats.load, ({ kindOf }) => Effect.promise(() => kindOf(name, declared, prefix)))
