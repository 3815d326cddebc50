/** Finding share links by their keys. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"
import { Keyring } from "../secrets/Keyring.js"
import type { ShareLinkRecord } from "../sites/share-links/ShareLink.js"
import { ShareLinkRepository } from "../sites/share-links/ShareLinkRepository.js"

/** Finds the share link with a key, active or not. */
export const makeFindByKey = Effect.gen(function* () {
  const keyring = yield* Keyring
  const links = yield* ShareLinkRepository
  return (key: string): Effect.Effect<ShareLinkRecord | undefined, Unavailable> =>
    Effect.flatMap(keyring.digests("share-link", key), links.byHash)
})
