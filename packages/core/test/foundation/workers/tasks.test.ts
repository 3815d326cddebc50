import { documentTask } from "@lectern/core/content/dialects/DialectTasks"
import { blocksTask } from "@lectern/core/content/merge/DiffBlocks"
import { tasks } from "@lectern/core/engine/Tasks"
import { referencesTask } from "@lectern/core/text/markdown/TextTasks"
import { layerInline, Workers } from "@lectern/core/workers/Workers"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { hostileTexts } from "../../../../benchmark/src/HostileTexts.js"

describe("the tasks of the engine", () => {
  it("have names of their own", () => {
    const names = tasks.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(hostileTexts)("give plain data that another thread can send back, of $name", async ({ make }) => {
    const text = make(1_000)
    for (const output of [
      await documentTask.run({ markdown: text }),
      await referencesTask.run(text),
      await blocksTask.run({ before: text, after: text.slice(100) })
    ]) {
      expect(JSON.stringify(structuredClone(output))).toBe(JSON.stringify(output))
    }
  })

  it("give way to others where there are no threads", async () => {
    let turns = 0
    let isRunning = true
    const count = () => {
      turns++
      if (isRunning) setImmediate(count)
    }
    setImmediate(count)
    const text = "A word. ".repeat(4_000)
    const run = Effect.flatMap(Workers, (workers) =>
      Effect.forEach(Array.from({ length: 5 }), () => workers.run(documentTask, { markdown: text }))
    )
    await Effect.runPromise(Effect.provide(run, layerInline))
    isRunning = false
    expect(turns).toBeGreaterThanOrEqual(4)
  })
})
