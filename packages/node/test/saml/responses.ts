/** Responses of a provider that are right except for one thing, and how signing in with them ends. */
import type { SamlParty } from "@lectern/core/saml/SamlProtocol"
import type { SamlRefusal } from "@lectern/core/saml/SamlRefusals"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect, ManagedRuntime } from "effect"
import { afterAll } from "vitest"
import { decoded, encoded, responseOf, type Said, type Signing, said } from "./identityProvider.js"
import { ending, engine, makeWorld } from "./workspace.js"

/** Makes a response that answers a request. */
export type Respond = (party: SamlParty, request: string) => Promise<string>

/** A response, and how signing in with it ends. */
export type Case = readonly [what: string, ending: SamlRefusal | "ok", respond: Respond]

/** A response with other content than it should have. */
export const saying =
  (other: Partial<Said>, signing: Partial<Signing> = {}): Respond =>
  (party, request) =>
    responseOf(party, said(party, request, other), signing)

/** A response that is signed otherwise than it should be. */
export const signedBy = (signing: Partial<Signing>): Respond => saying({}, signing)

/** A response whose XML is changed before it is signed. */
export const written =
  (edit: (xml: string) => string, signing: Partial<Signing> = {}): Respond =>
  (party, request) =>
    responseOf(party, said(party, request), signing, edit)

/** A response whose XML is changed after it was signed. */
export const tampered =
  (edit: (xml: string) => string, signing: Partial<Signing> = {}): Respond =>
  async (party, request) =>
    encoded(edit(decoded(await responseOf(party, said(party, request), signing))))

/** An organization with a provider, in an engine of its own, and how it ends when the provider answers a request. */
export const signingIn = (...options: Parameters<typeof makeWorld>): ((respond: Respond) => Promise<string>) => {
  const runtime = ManagedRuntime.make(engine(MemoryStorage.layer()))
  afterAll(() => runtime.dispose())
  let world: Promise<Effect.Effect.Success<ReturnType<typeof makeWorld>>> | undefined
  return async (respond) => {
    world ??= runtime.runPromise(makeWorld(...options))
    const { finish, party, start } = await world
    return runtime.runPromise(
      Effect.gen(function* () {
        const { request } = yield* start
        const response = yield* Effect.promise(() => respond(party, request))
        return yield* ending(finish(response, request))
      })
    )
  }
}
