/** Disables webhooks whose receivers are gone, and tells their owners. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { Mailer } from "../../foundation/mail/Mailer.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Actor, system } from "../../people/access/Actor.js"
import type { UserRecord } from "../../people/users/User.js"
import { UserRepository } from "../../people/users/UserRepository.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import type { WebhookRecord } from "./Webhook.js"
import { WebhookRepository } from "./WebhookRepository.js"

/** Why a webhook is disabled. */
export type DisablingReason = "receiver_gone" | "receiver_failing"

const why: Readonly<Record<DisablingReason, string>> = {
  receiver_gone: "its receiver answered that it is gone (410)",
  receiver_failing: "its receiver has failed for five days"
}

const letter = (
  user: UserRecord,
  { id, label, organization, url }: WebhookRecord,
  reason: DisablingReason,
  base: string
) => {
  const name = label ?? new URL(url).origin
  return {
    to: user.email,
    subject: `The webhook ${name} was disabled`,
    text:
      `Hello ${user.displayName},\n\nLectern has disabled your webhook ${name}, because ${why[reason]}.\n\n` +
      `${base}/v1/orgs/${organization}/webhooks/${id}\n\n` +
      "No events are lost: once you activate it, it sends those that are still kept.\n"
  }
}

/** Whether somebody has an address that mail can be sent to. */
const hasMail = ({ erased, organization, service }: UserRecord): boolean =>
  erased === undefined && organization === undefined && service === undefined

/** Makes the function that disables a webhook, if it is active, and mails its owner. */
export const makeDisable = Effect.gen(function* () {
  const storage = yield* Storage
  const webhooks = yield* WebhookRepository
  const users = yield* UserRepository
  const mailer = yield* Mailer
  const { base } = yield* PublicUrls

  const tell = Effect.fnUntraced(function* (webhook: WebhookRecord, reason: DisablingReason) {
    if (!mailer.isConfigured || webhook.owner === undefined) return
    const found = yield* users.find(webhook.owner)
    if (found !== undefined && hasMail(found.value)) yield* mailer.send(letter(found.value, webhook, reason, base))
  })

  return ({ id, organization }: WebhookRecord, reason: DisablingReason): Effect.Effect<void, Unavailable> =>
    storage
      .transaction(
        Effect.gen(function* () {
          const read = yield* webhooks.find(id)
          if (read?.value.status !== "active") return undefined
          const disabled: WebhookRecord = { ...read.value, status: "disabled", statusReason: reason }
          yield* webhooks.replace(read, disabled)
          return disabled
        }),
        [organizationLock(organization)]
      )
      .pipe(
        Effect.provideService(Actor, system),
        Effect.flatMap((disabled) =>
          disabled === undefined
            ? Effect.void
            : Effect.catchAll(tell(disabled, reason), (error) =>
                Effect.logWarning("the owner of a disabled webhook could not be told", error)
              )
        )
      )
})
