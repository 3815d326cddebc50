/** Every repository over the ports, with its actions when the owner of its rows is deleted, transferred or copied. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { allOf, type Dependent, Dependents } from "../storage/services/Dependents.js"
import type { Identifier, Requirements } from "../storage/services/Service.js"
import { repositories } from "./Repositories.js"

type Every = (typeof repositories)[number]

/** The ports that repositories are made from. */
type Ports = Exclude<Requirements<Every>, Identifier<Every>>

/**
 * A context of the ports, and the map in which it grows in place as services are made, because a new one for each
 * service is expensive. Dependents are in it from the start, because a fiber keeps its context if the new one is equal.
 * `addRepositories` makes the repositories, and registers their actions as dependents.
 */
export const growing = <R>(ports: Context.Context<R>) => {
  const dependents: Array<Dependent> = []
  const made = new Map<string, unknown>(ports.unsafeMap).set(Dependents.key, allOf(dependents))
  const context = Context.unsafeMake<R | Dependents | Identifier<Every>>(made)
  const addRepositories = Effect.gen(function* () {
    for (const each of repositories) yield* each.addTo(made)
    dependents.push(...repositories.map((each) => each.dependent(context)))
  })
  return { made, context, addRepositories }
}

/** The repositories alone, for programs that do not need a whole engine. */
export const layer: Layer.Layer<Identifier<Every> | Dependents, never, Ports> = Layer.effectContext(
  Effect.flatMap(Effect.context<Ports>(), (ports) => {
    const { addRepositories, context } = growing(ports)
    return Effect.mapInputContext(Effect.as(addRepositories, context), (_: Context.Context<never>) => context)
  })
)
