/** Opens engines in a separate process and reports the processor time that opens 20 to 40 take on average. */
import * as Lectern from "@lectern/core/Lectern"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { median } from "./Harness.js"

/**
 * As many services as an engine has, without any function. Each is created from the ones before it, in one generator.
 */
const bare = Layer.scopedContext(
  Effect.gen(function* () {
    let context = Context.empty()
    for (let i = 0; i < 70; i++) {
      const tag = Context.GenericTag<number>(`service ${i}`)
      const made = yield* Effect.sync(() => i)
      context = Context.add(context, tag, made) as Context.Context<never>
    }
    return context
  })
)

const kinds = {
  engine: async () => {
    const lectern = await Lectern.open({ storage: MemoryStorage.open() })
    return lectern.close
  },
  bare: async () => {
    const runtime = ManagedRuntime.make(bare)
    await runtime.runtime()
    return () => runtime.dispose()
  }
}

const open = kinds[process.argv[2] === "bare" ? "bare" : "engine"]
const costs: Array<number> = []
for (let i = 0; i < 40; i++) {
  const before = process.cpuUsage()
  const close = await open()
  const { system, user } = process.cpuUsage(before)
  costs.push((system + user) / 1000)
  await close()
}
process.send?.({ cost: median(costs.slice(20)) })
