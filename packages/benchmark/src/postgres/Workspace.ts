/** Workspaces in PostgreSQL databases, each a copy of one that was filled before. */
import { Actor } from "@lectern/core/access/Actor"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import type * as Engine from "@lectern/core/engine/Engine"
import { RequestStamps, requestStamps } from "@lectern/core/internal/people/access/RequestStamps"
import * as PostgresStorage from "@lectern/storage-postgres/PostgresStorage"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { type Administered, administered, type OpenWorkspace, openSearchingAnew } from "../Workspace.js"
import { newDatabase, type PostgresServer } from "./Server.js"

/** Opens the engine on a database. */
export const openDatabase = (url: string) => openSearchingAnew(PostgresStorage.layer({ url }))

/** A filled database, and how to open copies of it. */
export interface Template<A> extends Administered {
  readonly name: string
  readonly filled: A
}

/** Fills a new database, and closes it. */
export const newTemplate = <A>(server: PostgresServer, fill: (workspace: OpenWorkspace) => Effect.Effect<A, unknown>) =>
  Effect.gen(function* () {
    const { name, url } = yield* newDatabase(server)
    const made = Effect.gen(function* () {
      const workspace = yield* administered(yield* openDatabase(url))
      return [workspace, yield* fill(workspace)] as const
    })
    const [{ organization, token, user }, filled] = yield* Effect.scoped(made)
    const template: Template<A> = { name, organization, token, user, filled }
    return template
  })

/** Makes a call as a server does for a request with a token: in a fiber that reads each stamp once. */
export const requested = <A, E>(
  { services, token }: Pick<OpenWorkspace, "services" | "token">,
  call: Effect.Effect<A, E, Engine.Services | Actor>
) => {
  const bearer = Redacted.make(token)
  const request = Effect.flatMap(ApiTokens, (tokens) =>
    Effect.flatMap(tokens.authenticate(bearer), (actor) => Effect.provideService(call, Actor, actor))
  )
  return Effect.flatMap(
    Effect.fork(Effect.provide(Effect.locally(request, requestStamps, new RequestStamps()), services)),
    Fiber.join
  )
}
