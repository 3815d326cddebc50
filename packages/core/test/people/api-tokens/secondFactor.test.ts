/** Whom an organization that requires a second factor takes: by the caller, and by how the caller's token was made. */
import { expect, it } from "@effect/vitest"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { ServiceTokens } from "@lectern/core/api-tokens/ServiceTokens"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Effect, Redacted, TestClock } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, member, organization, outcome } from "../../workspace.js"
import { account, by, callerOf, live, ownSession } from "../identities/world.js"

const totp = { sealed: "sealed", sealedBy: "key", lastStep: 0 }

it.effect("is whoever has proved one, and tokens that count as made with one", () =>
  Effect.gen(function* () {
    const tokens = yield* ApiTokens
    const organizations = yield* Organizations
    const { admin, id } = yield* organization()
    const ada = yield* member(id, "Ada", "read")
    yield* account(ada)
    const weak = yield* ownSession(ada)
    const made = yield* by(weak)(tokens.create(ada, { label: "weak" }))
    const bearer = (token: string) => tokens.authenticate(Redacted.make(token))
    const child = yield* as(yield* bearer(made.token))(tokens.create(ada, { label: "child" }))
    const rotated = yield* asSystem(tokens.rotate(ada, child.apiToken.id))
    const inProcess = yield* as(ada)(tokens.create(ada, { label: "in process" }))
    const line = yield* asSystem(tokens.create(ada, { label: "command line" }))
    const lineChild = yield* as(yield* bearer(line.token))(tokens.create(ada, { label: "child" }))
    const weaklyRotated = yield* by(weak)(tokens.rotate(ada, line.apiToken.id))
    yield* asSystem(tokens.createFixed(ada, "fixed", "fixed-token-of-the-configuration"))
    const service = yield* as(admin)((yield* ServiceTokens).create(id, { label: "Robot" }))
    yield* asSystem(organizations.update(id, { secondFactor: "required" }))
    const end = (token: string) => Effect.flatMap(bearer(token), (caller) => outcome(as(caller)(organizations.get(id))))
    const ends = {
      session: yield* outcome(by(weak)(organizations.get(id))),
      token: yield* end(made.token),
      "made by it": yield* end(child.token),
      rotated: yield* end(rotated.token),
      "in process": yield* end(inProcess.token),
      "command line": yield* end(line.token),
      "made by that": yield* end(lineChild.token),
      "that, rotated without": yield* end(weaklyRotated.token),
      fixed: yield* end("fixed-token-of-the-configuration"),
      service: yield* end(service.token)
    }
    expect(ends).toEqual({
      session: "Forbidden",
      token: "Forbidden",
      "made by it": "Forbidden",
      rotated: "Forbidden",
      "in process": "Forbidden",
      "command line": "ok",
      "made by that": "ok",
      "that, rotated without": "Forbidden",
      fixed: "ok",
      service: "ok"
    })
    yield* TestClock.adjust("11 minutes")
    yield* account(ada, { totp })
    const caller = yield* callerOf(weak)
    if (caller.kind !== "user" || caller.session === undefined) throw new Error("no session")
    expect(yield* outcome(as(caller)(tokens.create(ada, { label: "unproven" })))).toBe("Forbidden")
  }).pipe(Effect.provide(live(storages[0]!)))
)
