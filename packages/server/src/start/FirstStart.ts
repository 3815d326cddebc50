/** The initial content of a new workspace when a server first opens it. */
import { Actor, user as asUser, system } from "@lectern/core/access/Actor"
import { tokenText } from "@lectern/core/api-tokens/TokenText"
import { Ids } from "@lectern/core/ids/Ids"
import { tags } from "@lectern/core/internal/engine/Services"
import { alone } from "@lectern/core/internal/storage/jobs/Alone"
import { triesSecret } from "@lectern/core/internal/storage/trail/RequestOrigin"
import type { Job } from "@lectern/core/jobs/Jobs"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { Organizations } from "@lectern/core/organizations/Organizations"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import type { UserId } from "@lectern/core/users/User"
import { Users } from "@lectern/core/users/Users"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Settings } from "../config/Settings.js"
import { manual } from "../Location.js"
import { note } from "../output/Output.js"
import { withTime } from "../output/Steps.js"
import { administratorEmail } from "../workspace/ChooseUser.js"
import { placeOf } from "../workspace/Place.js"
import { readToken, tokenFile, writeToken } from "./TokenFile.js"

/** The counter that is above 0 when every step of the first start is done. */
const finished = "server/first-start"
const tokenLabel = "administrator"

/** The first administrator, in a workspace that has one. */
export interface Administrator {
  readonly id: UserId
  /** Whether the token in the file works. */
  readonly tokenWorks: boolean
  /** Whether this start has set up the workspace. */
  readonly isNew: boolean
}

const works = (token: string) =>
  Effect.flatMap(tags.apiTokens, (tokens) => tokens.authenticate(Redacted.make(token))).pipe(
    Effect.locally(triesSecret, true),
    Effect.as(true),
    Effect.catchTag("Unauthenticated", () => Effect.succeed(false))
  )

/**
 * Makes exactly this token the administrator's. It is first written to its file, so that an interrupted step is
 * repeated.
 */
const fixToken = Effect.fnUntraced(function* (settings: Settings, id: UserId, token: string) {
  yield* writeToken(settings, token)
  if (yield* works(token)) return
  const tokens = yield* tags.apiTokens
  yield* tokens.createFixed(id, tokenLabel, token)
})

const firstToken = Effect.fnUntraced(function* (settings: Settings) {
  if (settings.adminToken !== undefined) return Redacted.value(settings.adminToken)
  const kept = yield* readToken(settings)
  return Option.isSome(kept) ? kept.value : tokenText(yield* Effect.flatMap(Ids, (ids) => ids.secret))
})

/** The administrator, with a token, and the administrator's first organization. Missing ones are created. */
const furnish = Effect.fnUntraced(function* (settings: Settings) {
  const users = yield* Users
  const organizations = yield* Organizations
  const known = yield* users.findByEmail(administratorEmail)
  const { id } = known ?? (yield* users.create({ displayName: "Administrator", email: administratorEmail }))
  yield* fixToken(settings, id, yield* firstToken(settings))
  const found = yield* Effect.provideService(organizations.list({ limit: 1 }), Actor, asUser(id))
  const organization = found.items[0] ?? (yield* organizations.createFor(id, { title: "My organization" }))
  return { id, organization: organization.id }
})

/** The name of the site at which the manual is published. */
const manualSite = "manual"

/** Publishes the manual for everybody, if it is not published yet. */
const publishManual = Effect.fnUntraced(function* (organization: OrganizationId, space: SpaceId) {
  const sites = yield* tags.sites
  const { items } = yield* sites.list(organization, { limit: 1 })
  const site = items[0] ?? (yield* sites.create(organization, { title: "Lectern", spaces: [space] }))
  if (site.published) return
  yield* sites.update(organization, site.id, { basename: manualSite })
  yield* sites.publish(organization, site.id)
})

/**
 * The site that is shown at the root, by its name: the manual, as long as everybody may read it. Another site with the
 * same name is not the manual, which was created by the program.
 */
export const homeSite = Effect.map(
  Effect.flatMap(tags.sitePages, (pages) => pages.find(manualSite)),
  (found) => (found?.visibility === "public" && found.createdBy === undefined ? manualSite : undefined)
)

/**
 * Imports the docs as the first space of an organization. An organization that already has a space is left unchanged,
 * since imports are atomic.
 */
const fill = Effect.fnUntraced(function* (settings: Settings, docs: string, organization: OrganizationId) {
  const { items } = yield* Effect.flatMap(Spaces, (spaces) => spaces.list(organization, { limit: 1 }))
  if (items.length > 0) return
  const { importAs, layoutLimits, problemLines } = yield* Effect.promise(() => import("../workspace/ImportSource.js"))
  const problems = yield* withTime(
    "Imported the manual",
    importAs(organization, "Lectern", docs, layoutLimits(settings))
  )
  for (const line of problemLines(problems)) yield* note(line)
  // Other docs are not published automatically.
  if (docs !== manual) return
  const [made] = (yield* Effect.flatMap(Spaces, (spaces) => spaces.list(organization, { limit: 1 }))).items
  if (made !== undefined) yield* publishManual(organization, made.id)
})

/**
 * Runs work in a workspace that has an organization. One without, as after an interrupted first start, first gets
 * everything that a first start creates except the manual. Once the work has succeeded, later starts add nothing.
 */
export const inFurnished = <A, E, R>(settings: Settings, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const { items } = yield* Effect.flatMap(Organizations, (organizations) => organizations.list({ limit: 1 }))
    if (items.length > 0) return yield* work
    yield* furnish(settings)
    yield* note(`Created a workspace in ${placeOf(settings)}; the administrator's token is in ${tokenFile(settings)}.`)
    return yield* Effect.zipLeft(work, storage.increment(finished))
  }).pipe(Effect.provideService(Actor, system))

/** The first start of all processes; one of them runs it. */
const starting: Job = { kind: "FirstStart", key: "first-start", payload: {} }

/** The administrator of a workspace that was completed before, if there still is one. */
const laterStart = (settings: Settings) =>
  Effect.gen(function* () {
    const known = yield* Effect.flatMap(Users, (users) => users.findByEmail(administratorEmail))
    if (known === undefined) return undefined
    if (settings.adminToken !== undefined) yield* fixToken(settings, known.id, Redacted.value(settings.adminToken))
    const kept = yield* readToken(settings)
    const tokenWorks = Option.isSome(kept) && (yield* works(kept.value))
    return { id: known.id, tokenWorks, isNew: false } satisfies Administrator
  })

/**
 * Completes a new workspace: an administrator with a token, an organization, and the manual as its first space. Every
 * step continues from the state that an interrupted start has left. Later starts change nothing except a configured
 * token.
 */
export const firstStart = (settings: Settings, docs: string | undefined) =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const isFinished = Effect.map(storage.counter(finished), (count) => count > 0)
    const first = Effect.gen(function* () {
      if (yield* isFinished) return yield* laterStart(settings)
      const { id, organization } = yield* furnish(settings)
      if (docs !== undefined) yield* fill(settings, docs, organization)
      yield* storage.increment(finished)
      return { id, tokenWorks: true, isNew: true } satisfies Administrator
    })
    return (yield* isFinished) ? yield* laterStart(settings) : yield* alone(starting, first)
  }).pipe(Effect.provideService(Actor, system))
