/** Detects the type of a file from its declaration and its first bytes. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import type { FileKind } from "./FileFormats.js"

const formats = lazy("the list of file formats", () => import("./FileFormats.js"))

/**
 * Detects the type of a file. The declared type, or else the type of the file extension, is used unless the bytes
 * contradict it: then it is the detected type, or one that is never executed. `prefix` is the whole file or its first
 * few hundred kilobytes.
 */
export const fileKind = (
  name: string,
  declared: string | undefined,
  prefix: Uint8Array
): Effect.Effect<FileKind, Unavailable> =>
  Effect.flatMap(formats.load, ({ kindOf }) => Effect.promise(() => kindOf(name, declared, prefix)))
