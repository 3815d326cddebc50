/** The archives of folders, at temporary URLs that work without a token: the signature in them is the permission. */
import { tags } from "@lectern/core/internal/engine/Services"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Effect from "effect/Effect"
import type { PlainRoute } from "../../foundation/dispatcher/Route.js"
import { disposition, streamed } from "../files/FileDownload.js"

const contentType = "application/zip"

/** The route of folders. */
export const routes = Effect.map(
  tags.folderExports,
  (exports): ReadonlyArray<PlainRoute> => [
    {
      kind: "plain",
      method: "GET",
      path: "/folder/:spaceId/:revisionId/:until/:signature/:name",
      operation: "downloadFolder",
      answer: ({ revisionId = "", signature = "", spaceId = "", until = "" }) =>
        Effect.gen(function* () {
          const { bytes, name } = yield* exports.download(SpaceId.make(spaceId), revisionId, until, signature)
          const headers = {
            "cache-control": "private, no-store",
            "content-disposition": disposition(contentType, name),
            "content-security-policy": "default-src 'none'; sandbox"
          }
          return { status: 200, headers, contentType, body: yield* streamed(undefined, bytes) }
        })
    }
  ]
)
