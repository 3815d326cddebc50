/** `lectern token create`, `list`, `rotate` and `revoke` */
import { type ApiToken, ApiTokenId, type CreatedApiToken } from "@lectern/core/api-tokens/ApiToken"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { ServiceTokens } from "@lectern/core/api-tokens/ServiceTokens"
import type { Scope } from "@lectern/core/api-tokens/TokenScope"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Effect } from "effect"
import type { Handler } from "../Handlers.js"
import { Failed } from "../output/Failures.js"
import { columns, note, print, printJson } from "../output/Output.js"
import { inAccounts } from "../workspace/Accounts.js"
import { chooseUser } from "../workspace/ChooseUser.js"
import { inWorkspace } from "../workspace/Workspace.js"

/** Prints a token alone on stdout. */
const printCreated = (created: Pick<CreatedApiToken, "token"> & { readonly apiToken: ApiToken }, json: boolean) =>
  json
    ? printJson(created)
    : Effect.zipRight(note(`Token ${created.apiToken.id}; it is shown only once:`), print(created.token))

/** `lectern token create`: the token, alone, on stdout. */
export const create: Handler<"token create"> = (
  { expires, json, label, organization, scope, space, user },
  settings
) => {
  const input = {
    label,
    ...(expires !== undefined && { expires }),
    ...(scope !== undefined && { scopes: [scope as Scope] }),
    ...(space !== undefined && { spaces: [SpaceId.make(space)] })
  }
  if (organization !== undefined) {
    return inWorkspace(
      settings,
      Effect.gen(function* () {
        const tokens = yield* ServiceTokens
        yield* printCreated(yield* tokens.create(OrganizationId.make(organization), input), json)
      })
    )
  }
  return inAccounts(
    settings,
    Effect.gen(function* () {
      const id = yield* chooseUser(user)
      const tokens = yield* ApiTokens
      yield* printCreated(yield* tokens.create(id, input), json)
    })
  )
}

const printList = (items: ReadonlyArray<ApiToken>, json: boolean) =>
  Effect.gen(function* () {
    if (json) return yield* printJson(items)
    if (items.length === 0) return yield* note("There are no tokens.")
    const rows = items.map(({ createdAt, expiresAt, id, label, lastUsedAt, scopes }) => [
      id,
      createdAt,
      expiresAt ?? "never",
      lastUsedAt ?? "never",
      scopes.at(-1) ?? "",
      label
    ])
    yield* print(columns([["id", "created", "expires", "last used", "scope", "label"], ...rows]))
  })

/** `lectern token list` */
export const list: Handler<"token list"> = ({ json, organization, user }, settings) =>
  organization === undefined
    ? inAccounts(
        settings,
        Effect.gen(function* () {
          const tokens = yield* ApiTokens
          const { items } = yield* tokens.list(yield* chooseUser(user), { limit: 1000 })
          yield* printList(items, json)
        })
      )
    : inWorkspace(
        settings,
        Effect.gen(function* () {
          const tokens = yield* ServiceTokens
          const { items } = yield* tokens.list(OrganizationId.make(organization), { limit: 1000 })
          yield* printList(items, json)
        })
      )

/** `lectern token rotate <token>`: the new token, alone, on stdout. */
export const rotate: Handler<"token rotate"> = ({ id, json, organization, overlap, user }, settings) => {
  const input = overlap === undefined ? {} : { overlap: Number(overlap) }
  if (organization !== undefined) {
    return inWorkspace(
      settings,
      Effect.gen(function* () {
        const tokens = yield* ServiceTokens
        const made = yield* tokens.rotate(OrganizationId.make(organization), ApiTokenId.make(id), input)
        yield* printCreated(made, json)
      })
    )
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

const printRevoked = (id: string, json: boolean) => (json ? printJson({ revoked: id }) : note(`Revoked ${id}.`))

/** `lectern token revoke <token>` */
export const revoke: Handler<"token revoke"> = ({ id, json, organization, user }, settings) =>
  organization === undefined
    ? inAccounts(
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
    : inWorkspace(
        settings,
        Effect.gen(function* () {
          const of = OrganizationId.make(organization)
          const tokens = yield* ServiceTokens
          const known = (yield* tokens.list(of, { limit: 1000 })).items.some((token) => token.id === id)
          if (!known) return yield* new Failed({ message: `the organization has no token ${id}` })
          yield* tokens.remove(of, ApiTokenId.make(id))
          yield* printRevoked(id, json)
        })
      )
