/** Waiting for work that may as well be left to the next process. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import { liveServices } from "effect/DefaultServices"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

interface Timers {
  /** On Node, a timer is an object, which can be told not to keep the process alive. */
  readonly setTimeout: (run: () => void, millis: number) => number | { readonly unref: () => unknown }
}
const { setTimeout }: Timers & object = globalThis

const systemClock = Context.get(liveServices, Clock.Clock)

/** Sleeps by a timer of the system, which ends by itself if the sleep is interrupted. */
const sleepDetached = (millis: number): Effect.Effect<void> =>
  Effect.async((resume) => {
    const timer = setTimeout(() => resume(Effect.void), millis)
    if (typeof timer === "object") timer.unref()
  })

/** Sleeps by the clock of the context, in milliseconds. A process that has nothing else to do ends meanwhile. */
export const sleepIdly = (millis: number): Effect.Effect<void> =>
  Effect.clockWith((clock) => (clock === systemClock ? sleepDetached(millis) : clock.sleep(Duration.millis(millis))))
