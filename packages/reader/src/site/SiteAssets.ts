/** Answers requests for the files that every site has, for any caller. */
import type { Answer } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import { assetPaths, assets } from "../theme/Assets.js"

/** The file at a path; `undefined` for all other paths. */
export const assetAnswer = (path: string): Answer | undefined => {
  const asset = assets.get(path)
  const keeping = path === assetPaths.icon ? "public, max-age=86400" : "public, max-age=31536000, immutable"
  return asset && { status: 200, headers: { "cache-control": keeping }, ...asset, compressible: true }
}
