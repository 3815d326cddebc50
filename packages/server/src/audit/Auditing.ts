/**
 * The server's part in the audit trail, in addition to recording: it records its own settings, and copies events
 * elsewhere.
 */
import { Actor, system } from "@lectern/core/access/Actor"
import { tags } from "@lectern/core/internal/engine/Services"
import * as GuardedFetch from "@lectern/node/outbound/GuardedFetch"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { Settings } from "../config/Settings.js"
import { withoutCredentials } from "../output/Redaction.js"
import { type Copy, copying } from "./Copying.js"
import { fileCopy } from "./FileCopy.js"
import { nameOf, urlCopy } from "./UrlCopy.js"

/** The value of a setting in an event. */
const plain = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return "[redacted]"
  if (Duration.isDuration(value)) return Duration.format(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== "object" || value === null) return typeof value === "string" ? withoutCredentials(value) : value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
}

const rangesOf = (ranges: Settings["fetchAllow"]): ReadonlyArray<string> =>
  ranges.map(([address, bits]) => `${address}/${bits}`)

/** The settings in an event: without secrets, and URLs without their queries, which may contain some. */
export const recordable = ({
  auditUrl,
  fetchAllow,
  logLevel,
  trustedProxies,
  ...settings
}: Settings): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, plain(value)])),
  fetchAllow: rangesOf(fetchAllow),
  trustedProxies: rangesOf(trustedProxies),
  logLevel: logLevel.label,
  ...(auditUrl !== undefined && { auditUrl: nameOf(auditUrl) })
})

/** The configured destinations of events. */
const copies = ({ auditLog, auditSecret, auditUrl, fetchAllow }: Settings) =>
  Effect.gen(function* () {
    const found: Array<Copy> = []
    if (auditLog !== undefined) found.push(yield* fileCopy(auditLog))
    if (auditUrl !== undefined && auditSecret !== undefined) {
      const outbound = yield* Layer.build(GuardedFetch.layer({ allow: fetchAllow }))
      found.push(yield* Effect.provide(urlCopy(auditUrl, Redacted.value(auditSecret)), outbound))
    }
    return found
  })

/** Records the settings, copies events while the scope is open, and writes the remaining refusals when it closes. */
export const auditing = (settings: Settings) =>
  Effect.gen(function* () {
    const events = yield* tags.auditEvents
    yield* Effect.addFinalizer(() =>
      Effect.ignoreLogged(Effect.provideService(events.recordRefusals(true), Actor, system))
    )
    yield* events.recordSettings(recordable(settings))
    for (const copy of yield* copies(settings)) yield* Effect.forkScoped(copying(copy))
  }).pipe(Effect.provideService(Actor, system))
