import * as Stream from "effect/Stream"
import { type Invalid, invalid, type LecternError } from "../../foundation/errors/Errors.js"
import type { UploadContent } from "./Upload.js"

const isStream = (content: UploadContent): content is Stream.Stream<Uint8Array, LecternError> =>
  Stream.StreamTypeId in content

const broken = (): Invalid => invalid("content", "it ended early")

/** The content of an upload as a stream, whatever form it was given in; a source that throws is `Invalid`. */
export const contentStream = (content: UploadContent): Stream.Stream<Uint8Array, LecternError> => {
  if (content instanceof Uint8Array) return Stream.make(content)
  if (isStream(content)) return content
  if ("getReader" in content) return Stream.fromReadableStream({ evaluate: () => content, onError: broken })
  return Stream.fromAsyncIterable(content, broken)
}
