/** The failures that are caused while clients work. */
import { setTimeout } from "node:timers/promises"
import { FastCheck } from "effect"
import type { Fleet } from "./Fleet.js"
import type { Recorder } from "./Recorder.js"

/** A failure that is caused, and then repaired. */
type Trouble = "kill" | "pause" | "restart"

/** How many calls are answered during a disturbance, and between two of them. */
const during = 8
const between = 24

/** The longest that something stays wrong, in milliseconds, if no calls are answered meanwhile. */
const longest = 1_500

/** A kind of each disturbance, and so many rounds of them in random order. */
export const troubles = (rounds: number): ReadonlyArray<readonly [Trouble, server: number]> => {
  const { nat, shuffledSubarray, tuple } = FastCheck
  const kinds: ReadonlyArray<Trouble> = ["kill", "pause", "restart"]
  const round = tuple(shuffledSubarray([...kinds], { minLength: kinds.length }), nat(), nat(), nat())
  return FastCheck.sample(round, rounds).flatMap(([order, ...servers]) =>
    order.map((trouble, i) => [trouble, servers[i]!] as const)
  )
}

/** Lets something go wrong, and puts it right while clients go on. */
const disturb = async (fleet: Fleet, { progress, record, tick }: Recorder, trouble: Trouble, server: number) => {
  const invoked = tick()
  const someCalls = () => Promise.race([progress(during), setTimeout(longest, undefined, { ref: false })])
  if (trouble === "kill") {
    await fleet.kill(server)
    await someCalls()
    await fleet.start(server)
  } else if (trouble === "pause") {
    fleet.pause(server)
    await someCalls()
    fleet.resume(server)
  } else {
    await fleet.database.restart()
  }
  await progress(during)
  record({ kind: "disturbance", invoked, completed: tick() })
}

/** Disturbs a fleet in each of these ways, one after the other. */
export const disturbAll = async (
  fleet: Fleet,
  recorder: Recorder,
  list: ReadonlyArray<readonly [Trouble, server: number]>
): Promise<void> => {
  await recorder.progress(between)
  for (const [trouble, server] of list) {
    await disturb(fleet, recorder, trouble, server % fleet.count)
    await recorder.progress(between)
  }
}
