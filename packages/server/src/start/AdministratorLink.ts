/** The sign-in link of the first administrator. */
import { Actor, system } from "@lectern/core/access/Actor"
import { tags } from "@lectern/core/internal/engine/Services"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { hideSecret } from "../output/Redaction.js"
import type { Administrator } from "./FirstStart.js"

/**
 * A link with which the administrator sets a password; none if there is one already, or if there is no administrator.
 */
export const administratorLink = (administrator: Administrator | undefined) =>
  Effect.gen(function* () {
    if (administrator === undefined) return undefined
    const accounts = yield* tags.accounts
    const { state } = yield* accounts.get(administrator.id)
    if (state === "active" || state === "disabled") return undefined
    const link = yield* accounts.createLink(administrator.id, { administrator: true })
    hideSecret(link.url.slice(link.url.lastIndexOf("/") + 1))
    return Redacted.make(link.url)
  }).pipe(Effect.provideService(Actor, system))
