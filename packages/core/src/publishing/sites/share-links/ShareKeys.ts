/** The keys of share links: 128 random bits, stored encrypted, and found by a keyed hash. */
import * as Effect from "effect/Effect"
import { Keyring } from "../../../foundation/encryption/Keyring.js"
import { shareKeyPlace } from "../../../foundation/encryption/Places.js"
import { Ids } from "../../../foundation/ids/Ids.js"
import { sha256Hex } from "../../../foundation/ids/PlatformHash.js"
import type { ShareLinkId, ShareLinkRecord } from "../../../people/places/ShareLink.js"

/** Creates and reads the keys of share links. */
export const makeShareKeys = Effect.gen(function* () {
  const keyring = yield* Keyring
  const ids = yield* Ids
  return {
    /** A new key for a link, as it is stored. */
    make: Effect.fnUntraced(function* (link: ShareLinkId) {
      const key = sha256Hex(yield* ids.secret).slice(0, 32)
      return {
        hash: yield* keyring.digest("share-link", key),
        sealedKey: yield* keyring.seal(shareKeyPlace(link), key)
      }
    }),
    /** The key of a link. */
    read: ({ id, sealedKey }: ShareLinkRecord) => keyring.unseal(shareKeyPlace(id), sealedKey)
  }
})
