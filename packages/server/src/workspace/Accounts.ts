/** Only users and their API tokens: commands on these load no more of the engine, and are fast. */
import { Actor, system } from "@lectern/core/access/Actor"
import * as ApiTokens from "@lectern/core/api-tokens/ApiTokens"
import * as Ids from "@lectern/core/ids/Ids"
import * as Access from "@lectern/core/internal/access/Access"
import * as GrantRepository from "@lectern/core/internal/access/GrantRepository"
import * as AccountRepository from "@lectern/core/internal/accounts/AccountRepository"
import * as ApiTokenRepository from "@lectern/core/internal/api-tokens/ApiTokenRepository"
import { auditedStorage } from "@lectern/core/internal/audit-events/AuditedStorage"
import * as CollectionRepository from "@lectern/core/internal/collections/CollectionRepository"
import { tables } from "@lectern/core/internal/engine/Tables"
import * as MemberRepository from "@lectern/core/internal/members/MemberRepository"
import * as OrganizationRepository from "@lectern/core/internal/organizations/OrganizationRepository"
import { allOf, Dependents } from "@lectern/core/internal/services/Dependents"
import * as SiteRepository from "@lectern/core/internal/sites/SiteRepository"
import * as SpaceRepository from "@lectern/core/internal/spaces/SpaceRepository"
import * as TeamRepository from "@lectern/core/internal/teams/TeamRepository"
import * as UserRepository from "@lectern/core/internal/users/UserRepository"
import { Storage } from "@lectern/core/storage/Storage"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import * as Users from "@lectern/core/users/Users"
import { Context, Effect, Layer } from "effect"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf, type WrongUsage } from "../output/Failures.js"
import { keptStorage } from "./KeptStorage.js"
import { baseOf, requireWorkspace } from "./Place.js"

/** What commands on accounts use. */
export type AccountServices = Users.Users | ApiTokens.ApiTokens

const repositories = Layer.mergeAll(
  UserRepository.service.layer,
  MemberRepository.service.layer,
  ApiTokenRepository.service.layer,
  AccountRepository.service.layer,
  OrganizationRepository.service.layer,
  GrantRepository.service.layer,
  TeamRepository.service.layer,
  CollectionRepository.service.layer,
  SpaceRepository.service.layer,
  SiteRepository.service.layer
)

/** What may be left of a service user, who leaves with the last token: nobody else leaves an organization here. */
const dependents = Layer.effect(
  Dependents,
  Effect.map(Effect.context<GrantRepository.GrantRepository | TeamRepository.TeamRepository>(), (context) =>
    allOf([GrantRepository.service.dependent(context), TeamRepository.service.dependent(context)])
  )
)

const services = Layer.mergeAll(Users.service.layer, ApiTokens.service.layer).pipe(
  Layer.provide(Layer.merge(Access.service.layer, dependents)),
  Layer.provide(repositories)
)

/** Runs a command on the accounts of an existing workspace, as the program itself. A server may be running on it. */
export const inAccounts = <A, E>(
  settings: Settings,
  effect: Effect.Effect<A, E, AccountServices | Actor>
): Effect.Effect<A, E | Failed | WrongUsage> =>
  Effect.zipRight(
    requireWorkspace(settings),
    Effect.suspend(() => {
      const audited = Layer.map(keptStorage(settings), (made) =>
        Context.add(made, Storage, auditedStorage(Context.get(made, Storage), tables))
      )
      const ports = Layer.mergeAll(audited, Ids.layer, PublicUrls.layer(baseOf(settings))).pipe(
        Layer.mapError((error) => new Failed({ message: reasonOf(error) }))
      )
      return effect.pipe(Effect.provideService(Actor, system), Effect.provide(Layer.provide(services, ports)))
    })
  )
