/** The browser is unpacked for each user, by a user who has not started it yet. */
import { execFile } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { canRunNameless, nameless } from "@lectern/storage-testing/nameless"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { browserFolder } from "../src/browser/Program.js"

const module = join(import.meta.dirname, "../dist/browser/Program.js")

/** Calls a function of the module in a process of its own, and returns its answer. */
const ask = async (name: "browserProgram" | "browserProblem"): Promise<string> => {
  const code = `console.log(await (await import(${JSON.stringify(pathToFileURL(module).href)})).${name}())`
  const { HOME: _, LECTERN_TEST_BROWSER: __, ...env } = process.env
  const args = ["--input-type=module", "-e", code]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: "/", env, ...nameless })
  return stdout.trim()
}

describe.runIf(canRunNameless(module))("the browser of a user without a name", () => {
  const folder = browserFolder(nameless.uid)
  const unpacked = () => readdirSync(dirname(folder)).filter((name) => name.startsWith(basename(folder)))
  const clear = () => {
    for (const name of unpacked()) rmSync(join(dirname(folder), name), { recursive: true })
  }
  beforeEach(clear)
  afterEach(clear)

  it("is unpacked once, however many processes ask for it at the same time", async () => {
    const answers = await Promise.all([ask("browserProgram"), ask("browserProgram"), ask("browserProblem")])
    expect(answers).toEqual([join(folder, "chromium"), join(folder, "chromium"), "undefined"])
    expect(unpacked()).toEqual([basename(folder)])
  })

  it("is not started from a folder that somebody else has made", async () => {
    mkdirSync(folder)
    const sentence = `it cannot be prepared here (${folder} belongs to the user 0; please remove it)`
    expect(await ask("browserProblem")).toBe(sentence)
    expect(existsSync(join(folder, "chromium"))).toBe(false)
  })
})
