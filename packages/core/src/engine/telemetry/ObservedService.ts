/** Services whose calls are spans, wrapped when an engine opens: one place for all of them. */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import { counting, metrics, timing } from "../../foundation/telemetry/Metrics.js"
import { outcomeOf, spanned } from "../../foundation/telemetry/Spans.js"

const calls = counting(metrics.calls)
const durations = timing(metrics.callDuration)

/** A service with the same methods, each call a span such as `spaces.create`. */
export const observedService = <S>(name: string, service: S): S => {
  if (typeof service !== "object" || service === null) return service
  const observe = (member: string) => {
    const call = `${name}.${member}`
    const ended = (seconds: number, exit: Exit.Exit<unknown, unknown>) => {
      calls(1, call, outcomeOf(exit))
      durations(seconds, call)
    }
    const options = { attributes: { "lectern.call": call }, ended }
    return (effect: Effect.Effect<unknown, unknown, unknown>) => spanned(call, options, effect)
  }
  const members = Object.entries(service).map(([member, value]: [string, unknown]) => {
    const observed = observe(member)
    if (Effect.isEffect(value)) return [member, observed(value)]
    if (typeof value !== "function") return [member, value]
    return [
      member,
      (...args: ReadonlyArray<unknown>) => {
        const result: unknown = value(...args)
        return Effect.isEffect(result) ? observed(result) : result
      }
    ]
  })
  return Object.assign({ ...service }, Object.fromEntries(members))
}
