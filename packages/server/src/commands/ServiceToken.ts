/**
 * `lectern token` for the tokens of an organization. These need the whole engine, so that {@link ./Token.js}, which is
 * for the tokens of users, loads this on demand.
 */
import { ApiTokenId, type CreateApiToken, type RotateApiToken } from "@lectern/core/api-tokens/ApiToken"
import { ServiceTokens } from "@lectern/core/api-tokens/ServiceTokens"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import * as Effect from "effect/Effect"
import type { Settings } from "../config/Settings.js"
import { Failed } from "../output/Failures.js"
import { printCreated, printList, printRevoked } from "../output/Tokens.js"
import { inWorkspace } from "../workspace/Workspace.js"

/** Creates a token of an organization, and prints it. */
export const create = (settings: Settings, organization: string, input: CreateApiToken, json: boolean) =>
  inWorkspace(
    settings,
    Effect.gen(function* () {
      const tokens = yield* ServiceTokens
      yield* printCreated(yield* tokens.create(OrganizationId.make(organization), input), json)
    })
  )

/** Lists the tokens of an organization. */
export const list = (settings: Settings, organization: string, json: boolean) =>
  inWorkspace(
    settings,
    Effect.gen(function* () {
      const tokens = yield* ServiceTokens
      const { items } = yield* tokens.list(OrganizationId.make(organization), { limit: 1000 })
      yield* printList(items, json)
    })
  )

/** Replaces a token of an organization, and prints the new one. */
export const rotate = (settings: Settings, organization: string, id: string, input: RotateApiToken, json: boolean) =>
  inWorkspace(
    settings,
    Effect.gen(function* () {
      const tokens = yield* ServiceTokens
      const made = yield* tokens.rotate(OrganizationId.make(organization), ApiTokenId.make(id), input)
      yield* printCreated(made, json)
    })
  )

/** Revokes a token of an organization. */
export const revoke = (settings: Settings, organization: string, id: string, json: boolean) =>
  inWorkspace(
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
