/** Adapters that the contract has to refuse. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { suitesOf } from "./contract.js"
import type { Declarations } from "./declarations.js"
import type { Ports } from "./harness.js"

/** The title of the first test, properties aside, that an adapter fails with these declarations. */
export const firstFailure = async <E>(
  layer: Layer.Layer<Ports, E>,
  declared: Declarations
): Promise<string | undefined> => {
  const tests: Array<readonly [title: string, effect: Effect.Effect<unknown, unknown, Ports | Scope.Scope>]> = []
  const runner = {
    test: (title: string, effect: Effect.Effect<unknown, unknown, Ports | Scope.Scope>) => tests.push([title, effect]),
    property: () => {}
  }
  for (const suite of suitesOf(declared)) suite.define(runner, declared)
  for (const [title, effect] of tests) {
    const exit = await Effect.runPromiseExit(effect.pipe(Effect.scoped, Effect.provide(layer)))
    if (Exit.isFailure(exit)) return title
  }
  return undefined
}
