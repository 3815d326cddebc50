/** `lectern token create|list|revoke` */
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { ApiTokenId } from "@lectern/core/api-tokens/ApiToken"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { Effect } from "effect"
import { settingsOf, workspaceFlags } from "../config/ConfigFlags.js"
import { Failed } from "../output/Failures.js"
import { columns, note, print, printJson } from "../output/Output.js"
import { chooseUser } from "../workspace/Choices.js"
import { inWorkspace } from "../workspace/Workspace.js"
import { json, text } from "./Shared.js"

const shared = {
  ...workspaceFlags,
  user: text("user", "Id or e-mail address of the token's user (default: the first administrator)."),
  json
}

const create = Command.make(
  "create",
  {
    ...shared,
    label: Options.text("label").pipe(
      Options.withDefault("command line"),
      Options.withDescription("What the token is for.")
    ),
    expires: text("expires", "When the token stops working, as a date and time (default: never).")
  },
  ({ user, json, label, expires, ...flags }) =>
    Effect.gen(function* () {
      const settings = yield* settingsOf(flags)
      yield* inWorkspace(
        settings,
        Effect.gen(function* () {
          const id = yield* chooseUser(user)
          const input = { label, ...(expires === undefined ? {} : { expiresAt: expires }) }
          const created = yield* Effect.flatMap(ApiTokens, (tokens) => tokens.create(id, input))
          if (json) return yield* printJson(created)
          yield* note(`Token ${created.apiToken.id}; it is shown only this once:`)
          yield* print(created.token)
        })
      )
    })
).pipe(Command.withDescription("Makes an API token and prints it, alone, on stdout."))

const list = Command.make("list", shared, ({ user, json, ...flags }) =>
  Effect.gen(function* () {
    const settings = yield* settingsOf(flags)
    yield* inWorkspace(
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
  })
).pipe(Command.withDescription("Lists a user's API tokens, without their secrets."))

const revoke = Command.make(
  "revoke",
  { ...shared, id: Args.text({ name: "id" }).pipe(Args.withDescription("The token's id, from the list.")) },
  ({ user, json, id, ...flags }) =>
    Effect.gen(function* () {
      const settings = yield* settingsOf(flags)
      yield* inWorkspace(
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
    })
).pipe(Command.withDescription("Makes an API token stop working."))

/** `lectern token` with its subcommands. */
export const token = Command.make("token").pipe(
  Command.withDescription("API tokens: create, list, revoke."),
  Command.withSubcommands([create, list, revoke])
)
