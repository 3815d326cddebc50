/** Only users and their API tokens: commands on these load no more of the engine, and are fast. */
import { Actor, system } from "@lectern/core/access/Actor"
import * as ApiTokens from "@lectern/core/api-tokens/ApiTokens"
import * as Ids from "@lectern/core/ids/Ids"
import { recordedStorage } from "@lectern/core/internal/engine/RecordedStorage"
import * as RepositoryContext from "@lectern/core/internal/engine/RepositoryContext"
import { tables } from "@lectern/core/internal/engine/Tables"
import * as Access from "@lectern/core/internal/people/access/Access"
import { Storage } from "@lectern/core/storage/Storage"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import * as Users from "@lectern/core/users/Users"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf, type WrongUsage } from "../output/Failures.js"
import { keptStorage } from "./KeptStorage.js"
import { baseOf, requireWorkspace } from "./Place.js"

/** The services of the commands on accounts. */
export type AccountServices = Users.Users | ApiTokens.ApiTokens

const services = Layer.mergeAll(Users.service.layer, ApiTokens.service.layer).pipe(
  Layer.provide(Access.service.layer),
  Layer.provide(RepositoryContext.layer)
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
        Context.add(made, Storage, recordedStorage(Context.get(made, Storage), tables, { audits: true, emits: true }))
      )
      const ports = Layer.mergeAll(audited, Ids.layer, PublicUrls.layer(baseOf(settings), settings.sitesUrl)).pipe(
        Layer.mapError((error) => new Failed({ message: reasonOf(error) }))
      )
      return effect.pipe(Effect.provideService(Actor, system), Effect.provide(Layer.provide(services, ports)))
    })
  )
