import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Invocation, type OutputStream } from "../src/Invocation.js"
import { withProgress } from "../src/output/Progress.js"

const work = (report: (done: number, total: number) => void) =>
  Effect.sync(() => {
    report(1, 2)
    report(2, 2)
    return "result"
  })

const drawnOn = (screen: Omit<OutputStream, "write">) => {
  const written: Array<string> = []
  const stderr = { ...screen, write: (text: string) => written.push(text) }
  const invocation = { env: {}, stdout: process.stdout, stderr }
  return [written, Effect.provideService(withProgress("Importing", work), Invocation, invocation)] as const
}

describe("progress", () => {
  it("draws one line on a terminal and takes it away in the end", async () => {
    const [written, drawn] = drawnOn({ isTTY: true, columns: 80 })
    expect(await Effect.runPromise(drawn)).toBe("result")
    expect(written.join("")).not.toContain("\n")
    expect(written.join("")).toContain("Importing [############################] 100 % 2/2")
    expect(written.slice(written.findLastIndex((text) => text.includes("Importing")) + 1)).toContain("\u001b[2K")
  })

  it("writes one plain line elsewhere", async () => {
    const [written, drawn] = drawnOn({})
    await Effect.runPromise(drawn)
    expect(written).toEqual(["Importing...\n"])
  })
})
