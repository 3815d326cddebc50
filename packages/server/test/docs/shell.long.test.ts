import { existsSync, mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { names } from "../../src/config/SettingNames.js"
import { type ServerHere, startServerHere } from "../inProcess.js"
import { temporaryFolder } from "../program.js"
import { blocks, placeOf, read, root } from "./blocks.js"
import { differences, httpDifferences, matches, missingLines, parseHttp } from "./matching.js"
import { makeBin, npmScripts, type Outcome, pagesWithSteps, runSteps, stepsOf } from "./shell.js"

const manifest = JSON.parse(read("package.json")) as { readonly scripts: Readonly<Record<string, string>> }
const shown = "127.0.0.1:4000"

/** The differences of an output from the answer that is shown. */
const answerDifferences = (language: string, text: string, { stdout, stderr }: Outcome): ReadonlyArray<string> => {
  if (language === "json") return differences(JSON.parse(text), JSON.parse(stdout))
  if (language === "http") return httpDifferences(parseHttp(text), parseHttp(stdout))
  return missingLines(text, `${stdout}\n${stderr}`)
}

describe("the commands of the manual", () => {
  const [folder, remove] = temporaryFolder()
  const data = join(folder, ".lectern")
  let server: ServerHere
  let outcomes: ReadonlyMap<string, ReadonlyArray<Outcome>>

  beforeAll(async () => {
    server = await startServerHere(data)
    const { host } = new URL(server.base)
    makeBin(join(folder, "bin"))
    const found = new Map<string, ReadonlyArray<Outcome>>()
    for (const page of pagesWithSteps) {
      const steps = stepsOf(page).filter(({ block }) => npmScripts(block) === undefined)
      const cwd = join(folder, page.replaceAll("/", "-"))
      mkdirSync(cwd)
      symlinkSync(data, join(cwd, ".lectern"))
      const edit = (text: string) => text.replaceAll(shown, host)
      const results = await runSteps(steps, { cwd, bin: join(folder, "bin"), out: join(folder, "printed"), edit })
      const back = (text: string) => text.replaceAll(host, shown)
      for (const [i, { block }] of steps.entries()) {
        const { code, stdout, stderr } = results[i]!
        found.set(placeOf(block), [{ code, stdout: back(stdout), stderr: back(stderr) }])
      }
    }
    outcomes = found
  }, 300_000)

  afterAll(async () => {
    await server?.stop()
    remove()
  })

  const runnable = pagesWithSteps.flatMap((page) =>
    stepsOf(page).filter(({ block }) => npmScripts(block) === undefined)
  )

  it("are there", () => expect(runnable.length).toBeGreaterThan(15))

  it.each(runnable.map((step) => [placeOf(step.block), step] as const))(
    "%s runs and answers as shown",
    (place, step) => {
      const outcome = outcomes.get(place)?.[0]
      expect(outcome?.code, `${outcome?.stdout}\n${outcome?.stderr}`).toBe(0)
      if (step.answer === undefined || outcome === undefined) return
      expect(
        answerDifferences(step.answer.language, step.answer.text, outcome),
        `${outcome.stdout}\n${outcome.stderr}`
      ).toEqual([])
    }
  )

  it.each(
    blocks.flatMap((block) => {
      const scripts = block.language === "sh" ? npmScripts(block) : undefined
      return scripts === undefined ? [] : [[placeOf(block), scripts] as const]
    })
  )("%s names scripts, flags and variables that exist", (_, scripts) => {
    for (const { name, args, variables } of scripts) {
      if (name === "install") {
        const ours = args.filter((arg) => arg.startsWith("@lectern/"))
        for (const each of ours) expect(read(`packages/${each.slice("@lectern/".length)}/package.json`)).toContain(each)
        continue
      }
      expect(Object.keys(manifest.scripts)).toContain(name)
      expect(Object.values(names).map(({ variable }) => variable)).toEqual(expect.arrayContaining([...variables]))
      if (name !== "start") continue
      const flags = args.filter((arg) => arg.startsWith("--"))
      expect(Object.values(names).map(({ flag }) => flag)).toEqual(expect.arrayContaining(flags))
    }
  })

  it.each(
    blocks.flatMap((block, i) => {
      const answer = blocks[i + 1]
      const scripts = block.language === "sh" ? npmScripts(block) : undefined
      return scripts?.[0]?.name === "start" && answer?.flags.includes("answer")
        ? [[placeOf(answer), answer] as const]
        : []
    })
  )("%s is what a start prints", (_, answer) => {
    // The link for the administrator has another name of this host, and the same port.
    const banner = server.banner.replaceAll(new RegExp(`:${new URL(server.base).port}\\b`, "g"), ":4000")
    expect(missingLines(answer.text, banner)).toEqual([])
  })

  it("are also those that `npm start` prints", () => {
    const lines = server.banner.split("\n").filter((line) => line.startsWith("curl "))
    expect(lines.length).toBe(3)
    const quickStart = stepsOf("docs/quick-start.md").map(({ block }) => block.text.trim())
    const { host } = new URL(server.base)
    const asShown = lines[0]!.replace(host, shown).replace(data, ".lectern")
    expect(quickStart).toContain(asShown)
  })

  it("find `npx lectern` in a checkout", () => {
    const { bin } = JSON.parse(read("packages/server/package.json")) as { bin: Record<string, string> }
    expect(existsSync(join(root, "packages/server", bin.lectern ?? ""))).toBe(true)
  })
})

describe("comparing answers", () => {
  it("takes `…` for anything", () => {
    expect(matches("a…c", "abbc")).toBe(true)
    expect(matches("a.c", "abc")).toBe(false)
  })

  it("finds what differs, and lets fields that are not shown be there", () => {
    expect(differences({ a: [1, "…"] }, { a: [1, 2, 3], b: true })).toEqual([])
    expect(differences({ a: [1], c: 1 }, { a: [1, 2] })).toHaveLength(2)
    expect(missingLines("a…\nb", "abc\n")).toEqual(["b"])
  })

  it("reads HTTP messages", () => {
    const message = parseHttp('HTTP/1.1 200 OK\r\nETag: "a"\r\n\r\n{}')
    expect([message.start, message.headers.get("etag"), message.body]).toEqual(["HTTP/1.1 200 OK", '"a"', "{}"])
    expect(httpDifferences(parseHttp('HTTP/1.1 200 OK\nETag: "b"\n'), message)).toHaveLength(1)
    expect(() => parseHttp("hello")).toThrow("first line")
  })
})
