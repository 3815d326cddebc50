import { setTimeout } from "node:timers/promises"
import { it } from "vitest"
import { type Proxy, startProxy } from "./Processes.js"
import { takenOver } from "./Taking.js"
import { kill } from "./Workplace.js"

it("an import of a process that is killed is taken over by another one on the same database, and made once", () =>
  takenOver({ strike: kill }))

it("an import of a process that is paused is taken over, and the process changes nothing when it goes on", () =>
  takenOver({
    strike: ({ process }) => void process.kill("SIGSTOP"),
    after: async ({ process }) => {
      process.kill("SIGCONT")
      await setTimeout(4_000)
    }
  }))

it("an import of a process that is cut off from the database is taken over", async () => {
  let proxy: Proxy | undefined
  await takenOver({
    start: async ({ start, url }) => {
      proxy = await startProxy(url)
      return start("work", proxy.url)
    },
    strike: () => proxy?.cut()
  }).finally(() => proxy?.close())
})
