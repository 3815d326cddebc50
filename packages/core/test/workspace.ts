/** Services over a storage under test, and the people and places that most tests begin with. */

import { Actor, type ActorValue, system, user } from "@lectern/core/access/Actor"
import type { RoleOrGuest } from "@lectern/core/access/Role"
import * as InProcess from "@lectern/core/engine/InProcess"
import type { LecternError } from "@lectern/core/errors/Errors"
import * as Ids from "@lectern/core/ids/Ids"
import { findingText } from "@lectern/core/integrity/Finding"
import { Integrity } from "@lectern/core/integrity/Integrity"
import { Members } from "@lectern/core/members/Members"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { Organizations } from "@lectern/core/organizations/Organizations"
import * as Access from "@lectern/core/people/access/Access"
import * as GrantRepository from "@lectern/core/people/access/GrantRepository"
import * as ApiTokenRepository from "@lectern/core/people/api-tokens/ApiTokenRepository"
import * as MemberRepository from "@lectern/core/people/members/MemberRepository"
import * as OrganizationRepository from "@lectern/core/people/organizations/OrganizationRepository"
import * as CollectionRepository from "@lectern/core/people/places/CollectionRepository"
import * as ShareLinkRepository from "@lectern/core/people/places/ShareLinkRepository"
import * as SiteRepository from "@lectern/core/people/places/SiteRepository"
import * as SpaceRepository from "@lectern/core/people/places/SpaceRepository"
import * as TeamRepository from "@lectern/core/people/teams/TeamRepository"
import * as UserRepository from "@lectern/core/people/users/UserRepository"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import type { UserId } from "@lectern/core/users/User"
import { Users } from "@lectern/core/users/Users"
import { Effect, Either, Layer } from "effect"
import type { StorageUnderTest } from "./storages.js"

const repositories = Layer.mergeAll(
  UserRepository.service.layer,
  ApiTokenRepository.service.layer,
  OrganizationRepository.service.layer,
  MemberRepository.service.layer,
  GrantRepository.service.layer,
  TeamRepository.service.layer,
  CollectionRepository.service.layer,
  SpaceRepository.service.layer,
  SiteRepository.service.layer,
  ShareLinkRepository.service.layer
)

/** All services, and the repositories and ports under them, over a new storage; ids are counted. */
export const workspace = (storage: StorageUnderTest, outside: InProcess.Outside = {}, ids = Ids.layerSequence) =>
  Layer.merge(InProcess.layer(outside), Access.service.layer).pipe(
    Layer.provideMerge(repositories),
    Layer.provideMerge(Layer.mergeAll(storage.layer, ids, PublicUrls.layer("https://docs.example/")))
  )

/** Runs as some caller. */
export const as =
  (actor: ActorValue | UserId) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Actor>> =>
    Effect.provideService(effect, Actor, typeof actor === "string" ? user(actor) : actor)

/** Runs as the embedding program. */
export const asSystem = as(system)

/** The damages that `lectern check` finds, one line each: every test in which work is cut short ends with it. */
export const damages = Effect.flatMap(Integrity, (integrity) =>
  Effect.map(asSystem(integrity.check()), ({ findings }) => findings.map(findingText))
)

/** A new user, whose address is `<name>@<domain>`. */
export const person = (name: string, domain = "example.com") =>
  Effect.flatMap(Users, (users) =>
    asSystem(users.create({ displayName: name, email: `${name.toLowerCase()}@${domain}` }))
  ).pipe(Effect.map(({ id }) => id))

/** A new user with a role in an organization. */
export const member = (organization: OrganizationId, name: string, role: RoleOrGuest) =>
  Effect.gen(function* () {
    const id = yield* person(name)
    yield* asSystem((yield* Members).add(organization, id, role))
    return id
  })

/** A new organization and its administrator. */
export const organization = (title = "Acme") =>
  Effect.gen(function* () {
    const admin = yield* person(`${title}-admin`)
    const { id } = yield* as(admin)((yield* Organizations).create({ title }))
    return { id, admin }
  })

/** How a call fails: the tag of its error, or `ok`. */
export const outcome = <A, R>(effect: Effect.Effect<A, LecternError, R>): Effect.Effect<string, never, R> =>
  Effect.map(Effect.either(effect), Either.match({ onLeft: ({ _tag }) => _tag, onRight: () => "ok" }))

/** How a call fails: its error; a defect where it succeeds. */
export const failure = <A, R>(effect: Effect.Effect<A, LecternError, R>): Effect.Effect<LecternError, never, R> =>
  Effect.catchAll(Effect.flip(effect), () => Effect.dieMessage("expected a failure"))

/** Every item of a list, walked page by page, and the counts that the pages gave. */
export const walk = <A, R>(
  page: (query: {
    readonly limit: number
    readonly page?: string
  }) => Effect.Effect<
    { readonly items: ReadonlyArray<A>; readonly count: number; readonly next?: { readonly page: string } },
    LecternError,
    R
  >,
  limit: number
): Effect.Effect<{ readonly items: ReadonlyArray<A>; readonly counts: ReadonlySet<number> }, LecternError, R> =>
  Effect.gen(function* () {
    const items: Array<A> = []
    const counts = new Set<number>()
    let next: string | undefined
    do {
      const found = yield* page({ limit, ...(next !== undefined && { page: next }) })
      items.push(...found.items)
      counts.add(found.count)
      next = found.next?.page
    } while (next !== undefined)
    return { items, counts }
  })
