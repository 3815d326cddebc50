/** The files that the pages load: their style, and the script of passkeys. */
import type { PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import * as Effect from "effect/Effect"
import { style } from "./Html.js"
import { script } from "./PasskeyScript.js"

const asset = (path: string, contentType: string, body: string): PlainRoute => ({
  kind: "plain",
  method: "GET",
  path,
  operation: "signInAsset",
  answer: () =>
    Effect.succeed({
      status: 200,
      headers: { "cache-control": "no-cache", "cross-origin-resource-policy": "same-origin" },
      contentType,
      body,
      compressible: true
    })
})

/** The routes of these files. */
export const assetRoutes: ReadonlyArray<PlainRoute> = [
  asset("/login/assets/style.css", "text/css; charset=utf-8", style),
  asset("/login/assets/passkeys.js", "text/javascript; charset=utf-8", script)
]
