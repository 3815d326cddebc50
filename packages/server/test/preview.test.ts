/** `lectern preview`: a folder as a site, which follows its files. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { get } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Fiber } from "effect"
import { afterAll, expect, it } from "vitest"
import { commands } from "../src/command-line/Commands.js"
import { names } from "../src/config/SettingNames.js"
import { Invocation } from "../src/Invocation.js"
import { main } from "../src/main.js"
import { lecternHere } from "./inProcess.js"

const folder = mkdtempSync(join(tmpdir(), "lectern-preview-"))
afterAll(() => rmSync(folder, { recursive: true }))

it("a folder is shown without a workspace, and shown again when its files change", async () => {
  const write = (text: string) => writeFileSync(join(folder, "README.md"), text)
  write("# Start\n\nBefore.\n")
  let said = ""
  let begun: (address: string) => void = () => {}
  const address = new Promise<string>((resolve) => {
    begun = resolve
  })
  const stream = {
    write: (text: string, done?: () => void) => {
      said += text
      const found = /http:\/\/localhost:\d+\//.exec(said)?.[0]
      if (found !== undefined) begun(found)
      done?.()
    }
  }
  const invocation = { env: {}, stdout: stream, stderr: { write: (_: string, done?: () => void) => done?.() } }
  const fiber = Effect.runFork(Effect.provideService(main(["preview", folder, "--port", "0"]), Invocation, invocation))
  const base = await address
  // Neither the usual port nor that of the server.
  expect(["4000", "4001"]).not.toContain(new URL(base).port)
  const page = await (await fetch(base)).text()
  expect(page).toContain("Before.")
  expect(page).toContain('<script src="/~/reload.js" defer></script></head>')
  const misled = await new Promise((resolve) => {
    get(base, { headers: { host: "docs.example" } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
  })
  expect(misled).toBe(421)
  const events = await fetch(`${base}~/changes`)
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe(":\n\n")
  write("# Start\n\nAfter.\n")
  expect((await reader.read()).value).toContain("event: change")
  expect(await (await fetch(base)).text()).toContain("After.")
  await Effect.runPromise(Fiber.interrupt(fiber))
})

it.each([
  ["preview", "--port", "99999"],
  ["publish", "--base-url", "nowhere"]
])("%s checks its %s as the setting of that name is checked", async (command, option, value) => {
  const args = command === "preview" ? [command, folder] : [command, "docs", join(folder, "out")]
  const { code, stderr } = await lecternHere([...args, option, value])
  expect([code, stderr]).toEqual([2, expect.stringContaining(`${option}: expected`)])
})

it("an option that is named like a setting is that setting, but for the role of a person", () => {
  const flags = new Set(Object.values(names).map(({ flag }) => flag.slice(2)))
  const others = Object.entries(commands).flatMap(([command, { options }]) =>
    Object.entries(options).flatMap(([name, option]) =>
      flags.has(name) && !("variable" in option) && !("setting" in option) ? [`${command} --${name}`] : []
    )
  )
  expect(others).toEqual(["user add --role"])
})
