/** Finds share links by their keys. */
import * as Effect from "effect/Effect"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { ShareLinkRecord } from "../places/ShareLink.js"
import { ShareLinkRepository } from "../places/ShareLinkRepository.js"

/** Finds the share link with a key, active or not. */
export const makeFindByKey = Effect.gen(function* () {
  const keyring = yield* Keyring
  const links = yield* ShareLinkRepository
  return (key: string): Effect.Effect<ShareLinkRecord | undefined, Unavailable> =>
    Effect.flatMap(keyring.digests("share-link", key), links.byHash)
})
