/** Signing in and out by a SAML provider: which requests are answered, how often, and whose sessions end. */
import { describe, expect, it } from "@effect/vitest"
import { Members } from "@lectern/core/members/Members"
import { Saml } from "@lectern/core/saml/Saml"
import { Effect, TestClock } from "effect"
import { everyStorage } from "../../../core/test/storages.js"
import { as, callerOf, outcome } from "../sign-in/workspace.js"
import { providerID, responseOf, type Said, said } from "./identityProvider.js"
import { ending, engine, makeWorld } from "./workspace.js"

type World = Effect.Effect.Success<ReturnType<typeof makeWorld>>

/** Real time, which the provider has too. */
const synchronize = Effect.suspend(() => TestClock.setTime(Date.now()))

/** The answer of the provider to a request. */
const answer = ({ party }: Pick<World, "party">, request: string | undefined, other: Partial<Said> = {}) =>
  Effect.promise(() => responseOf(party, said(party, request, other)))

/** Signs a user in. */
const enter = (world: World, other: Partial<Said> = {}) =>
  Effect.gen(function* () {
    const { request } = yield* world.start
    return yield* world.finish(yield* answer(world, request, other), request)
  })

describe.each(everyStorage)("signing in by SAML over $name", ({ layer }) => {
  const live = engine(layer)

  it.effect("makes a member of whom the provider names, who is the same person the next time", () =>
    Effect.gen(function* () {
      yield* synchronize
      const world = yield* makeWorld({ defaultRole: "edit" })
      const first = yield* enter(world)
      const again = yield* enter(world, { attributes: { email: "else@example.com" } })
      expect(again.user).toBe(first.user)
      const member = yield* as(world.administrator)((yield* Members).get(world.organization, first.user))
      expect(member).toMatchObject({ role: "edit", sso: true, user: { displayName: "Ada", email: "ada@example.com" } })
      expect(yield* callerOf(first)).toMatchObject({
        session: {
          source: { kind: "provider", protocol: "saml", organization: world.organization, issuer: providerID }
        }
      })
    }).pipe(Effect.provide(live))
  )

  it.effect("takes the answer to a request once, from the browser that asked, within half an hour", () =>
    Effect.gen(function* () {
      yield* synchronize
      const world = yield* makeWorld()
      const other = yield* makeWorld()
      const { request } = yield* world.start
      const lasting = { notOnOrAfter: 7_200_000, confirmableUntil: 7_200_000 }
      const response = yield* answer(world, request, lasting)
      expect(yield* ending(world.finish(response))).toBe("otherRequest")
      expect(yield* ending(world.finish(response, (yield* world.start).request))).toBe("otherRequest")
      expect(yield* ending(world.finish(response, request))).toBe("ok")
      expect(yield* ending(world.finish(response, request))).toBe("replayed")
      expect(yield* ending(world.finish(yield* answer(world, request, lasting), request))).toBe("otherRequest")

      const elsewhere = (yield* other.start).request
      expect(yield* ending(world.finish(yield* answer(world, elsewhere), elsewhere))).toBe("otherRequest")
      const made = "_1.forged.0000"
      expect(yield* ending(world.finish(yield* answer(world, made), made))).toBe("otherRequest")
      const late = (yield* world.start).request
      const lateAnswer = yield* answer(world, late, lasting)
      yield* TestClock.adjust("30 minutes")
      expect(yield* ending(world.finish(lateAnswer, late))).toBe("otherRequest")
    }).pipe(Effect.provide(live))
  )

  it.effect("lets people begin at the provider where that is allowed, with each assertion once", () =>
    Effect.gen(function* () {
      yield* synchronize
      const world = yield* makeWorld({ idpInitiated: true })
      const response = yield* answer(world, undefined, { notOnOrAfter: 7_200_000 })
      expect(yield* ending(world.finish(response))).toBe("ok")
      yield* TestClock.adjust("1 hour")
      expect(yield* ending(world.finish(response))).toBe("expired")
      yield* synchronize
      expect(yield* ending(world.finish(response))).toBe("replayed")
      yield* as(world.administrator)(
        (yield* Saml).update(world.organization, world.provider.id, { idpInitiated: false })
      )
      expect(yield* ending(world.finish(yield* answer(world, undefined)))).toBe("noRequest")
    }).pipe(Effect.provide(live))
  )

  it.effect("knows nobody by an earlier provider's word", () =>
    Effect.gen(function* () {
      yield* synchronize
      const world = yield* makeWorld()
      const { provider, administrator, organization } = world
      const saml = yield* Saml
      const first = yield* enter(world)
      const entityID = "https://other.example"
      yield* as(administrator)(saml.update(organization, provider.id, { entityID }))
      expect(yield* outcome(callerOf(first))).toBe("Unauthenticated")
      yield* as(administrator)(saml.update(organization, provider.id, { entityID: providerID }))
      const mallory = yield* enter(world, { attributes: { email: "mallory@example.com" } })
      expect(mallory.user).not.toBe(first.user)
      yield* as(administrator)(saml.remove(organization, provider.id))
      expect(yield* outcome(callerOf(mallory))).toBe("Unauthenticated")
      expect(yield* ending(world.start)).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )
})
