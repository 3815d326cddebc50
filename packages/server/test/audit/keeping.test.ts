/** How long a server keeps audit events: the time of the setting, enforced by the routine that removes them. */
import { expect, it } from "@effect/vitest"
import { Actor, system } from "@lectern/core/access/Actor"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import * as InProcess from "@lectern/core/engine/InProcess"
import { Users } from "@lectern/core/users/Users"
import { Effect, Either, Layer, TestClock } from "effect"
import { parseSettings } from "../../src/config/Settings.js"
import { clean } from "../../src/jobs/Rounds.js"
import { ports } from "../../src/workspace/Workspace.js"

/** The engine of a server that was started with these settings. */
const engine = (environment: Readonly<Record<string, string>>) => {
  const settings = Either.getOrThrow(parseSettings({ storage: "memory" }, environment))
  return Layer.provideMerge(InProcess.layer({}), ports(settings, "https://docs.example")).pipe(Layer.orDie)
}

it.effect.each<[days: string | undefined, age: number, kept: ReadonlyArray<string>]>([
  ["10", 10, ["Old", "New"]],
  ["10", 11, ["New"]],
  [undefined, 365, ["Old", "New"]],
  [undefined, 366, ["New"]],
  ["0", 40_000, ["Old", "New"]]
])("with --audit-days %s, a round of cleaning after %i days leaves %o", ([days, age, kept]) =>
  Effect.gen(function* () {
    const create = (displayName: string) =>
      Effect.flatMap(Users, (users) => users.create({ displayName, email: `${displayName.toLowerCase()}@example.com` }))
    yield* create("Old")
    yield* TestClock.adjust(`${age} days`)
    yield* create("New")
    yield* clean
    const { items } = yield* Effect.flatMap(AuditEvents, ({ server }) => server({ action: "user.created" }))
    expect(items.map(({ target }) => target.title).reverse()).toEqual(kept)
  }).pipe(
    Effect.provideService(Actor, system),
    Effect.provide(engine(days === undefined ? {} : { LECTERN_AUDIT_DAYS: days }))
  )
)
