/** What a new workspace is given when a server first opens it. */
import { Actor, user as asUser, system } from "@lectern/core/access/Actor"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { Ids } from "@lectern/core/ids/Ids"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import type { UserId } from "@lectern/core/users/User"
import { Users } from "@lectern/core/users/Users"
import { Effect, Option, Redacted } from "effect"
import type { Settings } from "../config/Settings.js"
import { note } from "../output/Output.js"
import { administratorEmail } from "../workspace/Choices.js"
import { importInto, layoutLimits, problemText } from "../workspace/ImportSource.js"
import { readToken, writeToken } from "./TokenFile.js"

/** The counter that is above 0 when every step of the first start is done. */
const finished = "server/first-start"
const tokenLabel = "administrator"

/** The first administrator, in a workspace that has one. */
export interface Administrator {
  readonly id: UserId
  /** Whether the token in the file works. */
  readonly tokenWorks: boolean
}

const works = (token: string) =>
  Effect.flatMap(ApiTokens, (tokens) => tokens.authenticate(Redacted.make(token))).pipe(
    Effect.as(true),
    Effect.catchTag("Unauthenticated", () => Effect.succeed(false))
  )

/** Makes exactly this token the administrator's, and writes it to its file first: a half-done step is done again. */
const fixToken = Effect.fnUntraced(function* (settings: Settings, id: UserId, token: string) {
  yield* writeToken(settings, token)
  if (yield* works(token)) return
  const tokens = yield* ApiTokens
  yield* tokens.createFixed(id, tokenLabel, token)
})

const firstToken = Effect.fnUntraced(function* (settings: Settings) {
  if (settings.adminToken !== undefined) return Redacted.value(settings.adminToken)
  const kept = yield* readToken(settings)
  return Option.isSome(kept) ? kept.value : `lct_${yield* Effect.flatMap(Ids, (ids) => ids.secret)}`
})

/** The first space of the caller's first organization, both made where they are missing; the docs are its content. */
const fill = Effect.fnUntraced(function* (settings: Settings, docs: string | undefined, id: UserId) {
  const organizations = yield* Organizations
  const spaces = yield* Spaces
  const found = yield* Effect.provideService(organizations.list({ limit: 1 }), Actor, asUser(id))
  const organization = found.items[0] ?? (yield* organizations.createFor(id, { title: "My organization" }))
  if (docs === undefined) return
  const existing = yield* spaces.list(organization.id, { limit: 1 })
  const [space] = existing.items
  const target = space === undefined ? { organization: organization.id, title: "Lectern" } : { space: space.id }
  const problems = yield* importInto(target, docs, layoutLimits(settings))
  for (const problem of problems) yield* note(problemText(problem))
})

/**
 * Completes a new workspace: an administrator with a token, an organization, and the manual as its first space. Every
 * step looks for what an interrupted start has left. Later starts change nothing but a token that is configured.
 */
export const firstStart = (settings: Settings, docs: string | undefined) =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const users = yield* Users
    const known = yield* users.findByEmail(administratorEmail)
    if ((yield* storage.counter(finished)) > 0) {
      if (known === undefined) return undefined
      if (settings.adminToken !== undefined) yield* fixToken(settings, known.id, Redacted.value(settings.adminToken))
      const kept = yield* readToken(settings)
      const tokenWorks = Option.isSome(kept) && (yield* works(kept.value))
      return { id: known.id, tokenWorks } satisfies Administrator
    }
    const { id } = known ?? (yield* users.create({ displayName: "Administrator", email: administratorEmail }))
    yield* fixToken(settings, id, yield* firstToken(settings))
    yield* fill(settings, docs, id)
    yield* storage.increment(finished)
    return { id, tokenWorks: true } satisfies Administrator
  }).pipe(Effect.provideService(Actor, system))
