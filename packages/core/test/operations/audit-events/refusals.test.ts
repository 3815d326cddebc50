import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import type { AuditEvent } from "@lectern/core/audit-events/AuditEvent"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import { ProviderSignIn } from "@lectern/core/identities/ProviderSignIn"
import { SignIn } from "@lectern/core/sign-in/SignIn"
import { mostRows } from "@lectern/core/storage/trail/Refusals"
import { requestOrigin } from "@lectern/core/storage/trail/RequestOrigin"
import { Effect, Layer, Redacted, TestClock, TestContext } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage } from "../../storages.js"
import { as, asSystem, organization, person, workspace } from "../../workspace.js"
import { passwords } from "./ports.js"

const minute = 60_000

const guess = (address: string) =>
  Effect.flatMap(ApiTokens, (tokens) => Effect.ignore(tokens.authenticate(Redacted.make("wrong")))).pipe(
    Effect.locally(requestOrigin, { address })
  )

const signIn = (email: string, address: string) =>
  Effect.flatMap(SignIn, (service) =>
    Effect.ignore(asSystem(service.password({ email, password: "wrong" }, { address, device: "Firefox" })))
  )

/** The refusals in the audit trail: their kind, whose account, from where and how often. */
const written = Effect.flatMap(AuditEvents, (events) =>
  asSystem(events.server({ actor: "unknown", limit: 1000 }))
).pipe(
  Effect.map(({ items }) =>
    items
      .map(({ action, address, count, target, time }: AuditEvent) => ({
        action,
        account: target.id,
        address,
        count,
        minute: Date.parse(time) / minute
      }))
      .sort((one, other) => one.minute - other.minute || `${one.address}`.localeCompare(`${other.address}`))
  )
)

describe.each(everyStorage)("refusals over $name", (storage) => {
  const over = <A, E>(test: Effect.Effect<A, E, AuditEvents | ApiTokens | SignIn>) =>
    test.pipe(Effect.provide(Layer.provideMerge(workspace(storage), TestContext.TestContext)), Effect.runPromise)

  it("are one row for an address, an account and a minute, written when the minute is over", () =>
    over(
      Effect.gen(function* () {
        const { recordRefusals } = yield* AuditEvents
        for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2"]) yield* guess(address)
        yield* asSystem(recordRefusals())
        expect(yield* written).toEqual([])
        yield* TestClock.adjust("1 minute")
        yield* guess("192.0.2.1")
        yield* asSystem(recordRefusals())
        const first = { action: "api-token.refused", account: "unknown", minute: 0 }
        expect(yield* written).toEqual([
          { ...first, address: "192.0.2.1", count: 2 },
          { ...first, address: "192.0.2.2", count: 1 }
        ])
        yield* asSystem(recordRefusals(true))
        yield* asSystem(recordRefusals(true))
        expect((yield* written).slice(2)).toEqual([{ ...first, minute: 1, address: "192.0.2.1", count: 1 }])
      })
    ))

  it("cannot fill the disk: many addresses share one row, and a network of IPv6 is one address", () =>
    over(
      Effect.gen(function* () {
        const { recordRefusals } = yield* AuditEvents
        for (let i = 0; i < 40; i++) yield* guess(`2001:db8:1:2::${i.toString(16)}`)
        for (let i = 0; i < mostRows + 200; i++) yield* guess(`10.0.${i >> 8}.${i & 255}`)
        yield* asSystem(recordRefusals(true))
        const rows = yield* written
        expect(rows).toHaveLength(mostRows + 1)
        expect(rows.find(({ address }) => address === "2001:db8:1:2::/64")?.count).toBe(40)
        expect(rows.find(({ address }) => address === undefined)?.count).toBe(201)
        expect(rows.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(mostRows + 240)
      })
    ))
})

it("name the account that was tried, and never what was typed", () =>
  Effect.gen(function* () {
    const ada = yield* person("Ada")
    yield* signIn("ada@example.com", "192.0.2.1")
    yield* signIn("my password@by mistake", "192.0.2.2")
    yield* asSystem((yield* AuditEvents).recordRefusals(true))
    const first = { action: "sign-in.refused", count: 1, minute: 0 }
    expect(yield* written).toEqual([
      { ...first, account: ada, address: "192.0.2.1" },
      { ...first, account: "unknown", address: "192.0.2.2" }
    ])
    expect(JSON.stringify(yield* asSystem((yield* AuditEvents).after(0, 1000)))).not.toContain("mistake")
  }).pipe(
    Effect.provide(Layer.provideMerge(workspace(everyStorage[0]!, { passwords }), TestContext.TestContext)),
    Effect.runPromise
  ))

it("are told the administrators of the organization whose provider was not believed, and why", () =>
  Effect.gen(function* () {
    const { admin, id } = yield* organization()
    const { list, recordRefusals } = yield* AuditEvents
    const { admit } = yield* ProviderSignIn
    const said = { kind: "saml", organization: id, issuer: "https://idp.example", subject: "rex" } as const
    const client = { address: "192.0.2.3", device: "Firefox" }
    for (const email of ["rex@elsewhere.example", "ada@elsewhere.example", undefined]) {
      yield* Effect.ignore(asSystem(admit({ ...said, ...(email !== undefined && { email }) }, client)))
    }
    yield* asSystem(recordRefusals(true))
    const { items } = yield* as(admin)(list(id, { action: "sign-in.refused" }))
    const told = items.map(({ actor, address, count, reason, target }) => [
      actor.kind,
      target.id,
      address,
      reason,
      count
    ])
    expect(told.sort()).toEqual([
      ["unknown", "unknown", "192.0.2.3", "noEmail", 1],
      ["unknown", "unknown", "192.0.2.3", "unverifiedDomain", 2]
    ])
    expect(yield* written).toEqual([])
  }).pipe(Effect.provide(Layer.provideMerge(workspace(everyStorage[0]!), TestContext.TestContext)), Effect.runPromise))
