/** The owners of webhooks, whose rights decide what is delivered. */
import * as Effect from "effect/Effect"
import type { LecternError } from "../../foundation/errors/Errors.js"
import { Access } from "../../people/access/Access.js"
import { Actor, type ActorValue, system } from "../../people/access/Actor.js"
import { allows } from "../../people/access/Policy.js"
import { ApiTokenId } from "../../people/api-tokens/ApiToken.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import type { WebhookRecord } from "./Webhook.js"
import { WebhookRepository } from "./WebhookRepository.js"

/** The owner of a webhook as a caller, within the limits of the token that it was created with. */
export const ownerOf = ({ limits, owner }: Pick<WebhookRecord, "limits" | "owner">): ActorValue => {
  if (owner === undefined) return system
  if (limits === undefined) return { kind: "user", user: owner }
  // What the organization asks of tokens was asked when the webhook was created.
  const token = { id: ApiTokenId.make(""), limits, exempt: true, secondFactor: true } as const
  return { kind: "user", user: owner, token }
}

/** The webhook as its owner's rights leave it: it sends only while the owner could create it. */
export const makeOwners = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const webhooks = yield* WebhookRepository

  const holds = <A>(asked: Effect.Effect<A, LecternError, Actor>, does: (found: A) => boolean = () => true) =>
    Effect.map(asked, does).pipe(
      Effect.catchTags({
        NotFound: () => Effect.succeed(false),
        Forbidden: () => Effect.succeed(false),
        Unauthenticated: () => Effect.succeed(false)
      })
    )

  /** Whether the caller may have a webhook: of a space, one in the trash included, or of the whole organization. */
  const mayHave = ({ organization, space }: Pick<WebhookRecord, "organization" | "space">) =>
    Effect.gen(function* () {
      if (yield* holds(access.requireOrganization(organization, "admin"))) return true
      if (space === undefined) return false
      return yield* holds(
        access.lookupSpace(space),
        ({ level, stored }) => stored.value.organization === organization && allows(level, "manage")
      )
    })

  /** Whether the owner of a webhook may still have it. */
  const isOwned = (webhook: WebhookRecord): Effect.Effect<boolean, LecternError> =>
    Effect.provideService(mayHave(webhook), Actor, ownerOf(webhook))

  /** Pauses a webhook whose owner may no longer have it. */
  const pause = ({ id, organization }: WebhookRecord): Effect.Effect<void, LecternError> =>
    storage
      .transaction(
        Effect.gen(function* () {
          const read = yield* webhooks.find(id)
          if (read?.value.status !== "active" || (yield* isOwned(read.value))) return
          yield* webhooks.replace(read, { ...read.value, status: "paused", statusReason: "owner_without_access" })
        }),
        [organizationLock(organization)]
      )
      .pipe(Effect.provideService(Actor, system))

  return { mayHave, isOwned, pause }
})
