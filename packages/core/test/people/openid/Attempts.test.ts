/** The cookie of an attempt to sign in with an OpenID provider: for how long it counts, and where attempts begin. */
import { expect, it } from "@effect/vitest"
import { refusalOf } from "@lectern/core/identities/Refusals"
import * as Ids from "@lectern/core/ids/Ids"
import { OpenIdProviderId } from "@lectern/core/openid/OpenIdProvider"
import { OpenIdSignIn } from "@lectern/core/openid/OpenIdSignIn"
import { attemptLifetime, keptOf, newAttempt } from "@lectern/core/people/openid/AuthorizationRequests"
import { Effect, Redacted, TestClock } from "effect"
import { storages } from "../../storages.js"
import { asSystem, failure, organization, outcome, workspace } from "../../workspace.js"

it.effect("an attempt counts from when it begins, for as long as a person may take", () =>
  Effect.gen(function* () {
    yield* TestClock.adjust("1 hour")
    const cookie = yield* Effect.provide(newAttempt("sign-in", "/docs"), Ids.layer)
    const refused = Effect.map(failure(keptOf(cookie)), refusalOf)
    expect(yield* keptOf(cookie)).toMatchObject({ intent: "sign-in", next: "/docs" })
    yield* TestClock.adjust(attemptLifetime - 1)
    expect(yield* keptOf(cookie)).toMatchObject({ next: "/docs" })
    yield* TestClock.adjust(1)
    expect(yield* refused).toBe("noAttempt")
    yield* TestClock.setTime(0)
    expect(yield* refused).toBe("noAttempt")
  })
)

it.effect("what is no cookie of an attempt is none", () =>
  Effect.gen(function* () {
    for (const text of ["", "made-up", btoa("{}"), btoa('{"secret":"x","at":0,"intent":"sign-in","next":""}')]) {
      expect([text, refusalOf(yield* failure(keptOf(Redacted.make(text))))]).toEqual([text, "noAttempt"])
    }
    expect(refusalOf(yield* failure(keptOf(undefined)))).toBe("noAttempt")
  })
)

it.effect("nothing begins with a provider that is not there", () =>
  Effect.gen(function* () {
    const { id } = yield* organization()
    const { begin } = yield* OpenIdSignIn
    for (const place of ["server", { organization: id, id: OpenIdProviderId.make("gone") }] as const) {
      expect(yield* outcome(asSystem(begin(place, "sign-in", "")))).toBe("NotFound")
    }
  }).pipe(Effect.provide(workspace(storages[0]!)))
)
