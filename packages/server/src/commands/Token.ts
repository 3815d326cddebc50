/** `lectern token create`, `list`, `rotate` and `revoke` */
import { ApiTokenId, type CreateApiToken, type RotateApiToken } from "@lectern/core/api-tokens/ApiToken"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import type { Scope } from "@lectern/core/api-tokens/TokenScope"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Effect from "effect/Effect"
import type { Handler } from "../Handler.js"
import { Failed } from "../output/Failures.js"
import { printCreated, printList, printRevoked } from "../output/Tokens.js"
import { inAccounts } from "../workspace/Accounts.js"
import { chooseUser } from "../workspace/ChooseUser.js"

const serviceTokens = Effect.promise(() => import("./ServiceToken.js"))

/** `lectern token create`: the token, alone, on stdout. */
export const create: Handler<"token create"> = (
  { expires, json, label, organization, scope, space, user },
  settings
) => {
  const input: CreateApiToken = {
    label,
    ...(expires !== undefined && { expires }),
    ...(scope !== undefined && { scopes: [scope as Scope] }),
    ...(space !== undefined && { spaces: [SpaceId.make(space)] })
  }
  if (organization !== undefined) {
    return Effect.flatMap(serviceTokens, (commands) => commands.create(settings, organization, input, json))
  }
  return inAccounts(
    settings,
    Effect.gen(function* () {
      const id = yield* chooseUser(user)
      const tokens = yield* ApiTokens
      yield* printCreated(yield* tokens.create(id, input, { exempt: true }), json)
    })
  )
}

/** `lectern token list` */
export const list: Handler<"token list"> = ({ json, organization, user }, settings) =>
  organization !== undefined
    ? Effect.flatMap(serviceTokens, (commands) => commands.list(settings, organization, json))
    : inAccounts(
        settings,
        Effect.gen(function* () {
          const tokens = yield* ApiTokens
          const { items } = yield* tokens.list(yield* chooseUser(user), { limit: 1000 })
          yield* printList(items, json)
        })
      )

/** `lectern token rotate <token>`: the new token, alone, on stdout. */
export const rotate: Handler<"token rotate"> = ({ id, json, organization, overlap, user }, settings) => {
  const input: RotateApiToken = overlap === undefined ? {} : { overlap: Number(overlap) }
  if (organization !== undefined) {
    return Effect.flatMap(serviceTokens, (commands) => commands.rotate(settings, organization, id, input, json))
  }
  return inAccounts(
    settings,
    Effect.gen(function* () {
      const owner = yield* chooseUser(user)
      const tokens = yield* ApiTokens
      yield* printCreated(yield* tokens.rotate(owner, ApiTokenId.make(id), input), json)
    })
  )
}

/** `lectern token revoke <token>` */
export const revoke: Handler<"token revoke"> = ({ id, json, organization, user }, settings) =>
  organization !== undefined
    ? Effect.flatMap(serviceTokens, (commands) => commands.revoke(settings, organization, id, json))
    : inAccounts(
        settings,
        Effect.gen(function* () {
          const owner = yield* chooseUser(user)
          const tokens = yield* ApiTokens
          const known = (yield* tokens.list(owner, { limit: 1000 })).items.some((token) => token.id === id)
          if (!known) return yield* new Failed({ message: `the user has no token ${id}` })
          yield* tokens.revoke(owner, ApiTokenId.make(id))
          yield* printRevoked(id, json)
        })
      )
