/**
 * A provider that changes while it signs a user in: the session begins only if it is still the provider that was asked.
 */
import { expect, it } from "@effect/vitest"
import { Saml } from "@lectern/core/saml/Saml"
import type { UpdateSamlProvider } from "@lectern/core/saml/SamlProvider"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect, TestClock } from "effect"
import { interrupted, interruptible } from "../sign-in/interruption.js"
import { as } from "../sign-in/workspace.js"
import { responseOf, said } from "./identityProvider.js"
import { nextProviderKey } from "./keys.js"
import { ending, engine, makeWorld } from "./workspace.js"

const live = engine(interruptible(MemoryStorage.layer()))

/** Signs a user in, and changes or removes the provider before one of the transactions of that. */
const signingIn = (passing: number, change: UpdateSamlProvider | "removed") =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.now())
    const { administrator, finish, organization, party, provider, start } = yield* makeWorld()
    const { request } = yield* start
    const response = yield* Effect.promise(() => responseOf(party, said(party, request)))
    const saml = yield* Saml
    const changing =
      change === "removed"
        ? saml.remove(organization, provider.id)
        : Effect.asVoid(saml.update(organization, provider.id, change))
    const happen = Effect.orDie(as(administrator)(changing))
    return yield* interrupted({ passing, happen }, ending(finish(response, request)))
  }).pipe(Effect.provide(live))

it.effect.each([0, 1])("lets nobody in if it changes before transaction %i", (passing) =>
  Effect.gen(function* () {
    for (const change of [
      "removed",
      { certificate: nextProviderKey.certificate },
      { entityID: "https://other.example/metadata" },
      { idpInitiated: true }
    ] as const) {
      expect(yield* signingIn(passing, change)).toEqual({ result: "changedProvider", hasHappened: true })
    }
    expect(yield* signingIn(passing, { label: "Another name" })).toEqual({ result: "ok", hasHappened: true })
  })
)
