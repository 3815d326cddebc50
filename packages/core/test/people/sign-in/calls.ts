import { Accounts } from "@lectern/core/accounts/Accounts"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import { SignIn } from "@lectern/core/sign-in/SignIn"
import { Effect } from "effect"
import { asSystem, bySystem, client, password, secretOf } from "../../operations/audit-events/calling.js"
import { signed } from "../../operations/audit-events/ports.js"
import { addPasskey, addTotp, codeOf, signsIn } from "../../operations/audit-events/preparations.js"
import type { Resource } from "../../people/access/resources.js"

const day = 86_400_000

/** Signing in. */
export const resource: Resource = {
  recorded: {
    signIn: {
      password: ["session.created"],
      passkeyOptions: "reads",
      passkey: ["session.created"],
      means: "reads",
      code: ["session.updated"],
      confirmPassword: ["session.updated"],
      link: "reads",
      redeem: ["account.updated", "one-time-link.deleted", "session.created"],
      requestReset: ["one-time-link.created"],
      clean: "cleans"
    }
  },
  special: ({ later, made: { admin, guest, stranger }, signedIn }) => {
    const linkOf = (person: typeof admin) =>
      Effect.flatMap(Accounts, (accounts) => asSystem(accounts.createLink(person, { administrator: false })))
    return {
      signIn: {
        password: () => signsIn,
        passkeyOptions: bySystem(),
        passkey: (begin) =>
          Effect.gen(function* () {
            yield* addPasskey
            yield* begin
            const service = yield* SignIn
            const options = yield* asSystem(service.passkeyOptions())
            yield* asSystem(service.passkey(signed(options), client))
          }),
        means: bySystem(signedIn.secret),
        code: (begin) =>
          Effect.gen(function* () {
            const secret = yield* addTotp
            const waiting = yield* signsIn
            yield* begin
            const service = yield* SignIn
            yield* asSystem(service.code(waiting.secret, { code: yield* codeOf(secret, 1) }, client))
          }),
        confirmPassword: bySystem(signedIn.secret, { password }, client),
        link: (begin) =>
          Effect.gen(function* () {
            const link = yield* linkOf(stranger)
            yield* begin
            yield* asSystem((yield* SignIn).link(secretOf(link)))
          }),
        redeem: (begin) =>
          Effect.gen(function* () {
            const link = yield* linkOf(guest)
            yield* begin
            yield* asSystem((yield* SignIn).redeem(secretOf(link), { password }, client))
          }),
        requestReset: () =>
          Effect.gen(function* () {
            const before = yield* asSystem((yield* AuditEvents).after(0, 1000))
            yield* asSystem((yield* SignIn).requestReset({ email: "admin@example.com" }))
            const after = yield* AuditEvents
            const more = Effect.map(asSystem(after.after(0, 1000)), (found) => found.length > before.length)
            yield* Effect.repeat(Effect.zipLeft(more, Effect.yieldNow()), { until: (found) => found })
          }),
        clean: { after: later(60 * day), ...bySystem() }
      }
    }
  }
}
