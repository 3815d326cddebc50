/** The secrets of link invites: stored encrypted, and verified by a keyed hash. */
import * as Effect from "effect/Effect"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import { inviteSecretPlace } from "../../foundation/encryption/Places.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { sameSecret } from "../../foundation/ids/SameSecret.js"
import { notingSecret } from "../access/Requirements.js"
import { nameIn, secretIn } from "./InviteId.js"
import { LinkInviteId, type LinkInviteRecord } from "./LinkInvite.js"

const purpose = "link-invite"

/** Creates, checks and reads the ids of link invites. */
export const makeInviteSecrets = Effect.gen(function* () {
  const ids = yield* Ids
  const keyring = yield* Keyring
  return {
    /** The name and the secret of a new invite, as they are stored. */
    make: Effect.gen(function* () {
      const whole = `${yield* ids.next}${yield* ids.secret}`
      const [id, secret] = [nameIn(whole), secretIn(whole)]
      return {
        id,
        hash: yield* keyring.digest(purpose, secret),
        sealedSecret: yield* keyring.seal(inviteSecretPlace(id), secret)
      }
    }),
    /** Whether an id belongs to the invite that has its name. */
    isOf: (id: LinkInviteId, { hash }: LinkInviteRecord) =>
      Effect.map(keyring.digests(purpose, secretIn(id)), (digests) =>
        digests.some((digest) => sameSecret(digest, hash))
      ),
    /** The id of an invite. */
    idOf: ({ id, sealedSecret }: LinkInviteRecord) =>
      Effect.map(Effect.zipLeft(keyring.unseal(inviteSecretPlace(id), sealedSecret), notingSecret), (secret) =>
        LinkInviteId.make(`${id}${secret}`)
      )
  }
})
