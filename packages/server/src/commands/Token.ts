/** `lectern token create`, `list` and `revoke` */
import { ApiTokenId } from "@lectern/core/api-tokens/ApiToken"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { Effect } from "effect"
import type { Handler } from "../Handlers.js"
import { Failed } from "../output/Failures.js"
import { columns, note, print, printJson } from "../output/Output.js"
import { inAccounts } from "../workspace/Accounts.js"
import { chooseUser } from "../workspace/ChooseUser.js"

/** `lectern token create`: the token, alone, on stdout. */
export const create: Handler<"token create"> = ({ expires, json, label, user }, settings) =>
  inAccounts(
    settings,
    Effect.gen(function* () {
      const id = yield* chooseUser(user)
      const input = { label, ...(expires === undefined ? {} : { expires }) }
      const created = yield* Effect.flatMap(ApiTokens, (tokens) => tokens.create(id, input))
      if (json) return yield* printJson(created)
      yield* note(`Token ${created.apiToken.id}; it is shown only this once:`)
      yield* print(created.token)
    })
  )

/** `lectern token list` */
export const list: Handler<"token list"> = ({ json, user }, settings) =>
  inAccounts(
    settings,
    Effect.gen(function* () {
      const id = yield* chooseUser(user)
      const { items } = yield* Effect.flatMap(ApiTokens, (tokens) => tokens.list(id))
      if (json) return yield* printJson(items)
      if (items.length === 0) return yield* note("There are no tokens.")
      const rows = items.map((token) => [token.id, token.createdAt, token.expiresAt ?? "never", token.label])
      yield* print(columns([["id", "created", "expires", "label"], ...rows]))
    })
  )

/** `lectern token revoke <token>` */
export const revoke: Handler<"token revoke"> = ({ id, json, user }, settings) =>
  inAccounts(
    settings,
    Effect.gen(function* () {
      const owner = yield* chooseUser(user)
      const tokens = yield* ApiTokens
      const known = (yield* tokens.list(owner)).items.some((token) => token.id === id)
      if (!known) return yield* new Failed({ message: `the user has no token ${id}` })
      yield* tokens.revoke(owner, ApiTokenId.make(id))
      yield* json ? printJson({ revoked: id }) : note(`Revoked ${id}.`)
    })
  )
