/** The output of the commands on tokens. */
import type { ApiToken, CreatedApiToken } from "@lectern/core/api-tokens/ApiToken"
import * as Effect from "effect/Effect"
import { columns, note, print, printJson } from "./Output.js"

/** Prints a new token alone on stdout, or everything about it as JSON. */
export const printCreated = (
  created: Pick<CreatedApiToken, "token"> & { readonly apiToken: ApiToken },
  json: boolean
): Effect.Effect<void> =>
  json
    ? printJson(created)
    : Effect.zipRight(note(`Token ${created.apiToken.id}; it is shown only once:`), print(created.token))

/** Prints a table of tokens, or a list as JSON. */
export const printList = (items: ReadonlyArray<ApiToken>, json: boolean): Effect.Effect<void> => {
  if (json) return printJson(items)
  if (items.length === 0) return note("There are no tokens.")
  const rows = items.map(({ createdAt, expiresAt, id, label, lastUsedAt, scopes }) => [
    id,
    createdAt,
    expiresAt ?? "never",
    lastUsedAt ?? "never",
    scopes.at(-1) ?? "",
    label
  ])
  return print(columns([["id", "created", "expires", "last used", "scope", "label"], ...rows]))
}

/** Says that a token was revoked. */
export const printRevoked = (id: string, json: boolean): Effect.Effect<void> =>
  json ? printJson({ revoked: id }) : note(`Revoked ${id}.`)
