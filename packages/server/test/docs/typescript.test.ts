import { rmSync } from "node:fs"
import { inCI } from "@lectern/storage-testing/inCI"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { placeOf } from "./blocks.js"
import {
  check,
  execute,
  expectedLines,
  makeFolder,
  programs,
  programsOf,
  transpile,
  writePrograms
} from "./programs.js"

const block = (text: string, flags: ReadonlyArray<string> = []) => ({
  file: "a.md",
  line: 1,
  language: "ts",
  flags,
  text
})

describe.runIf(inCI)("the TypeScript of the manual", () => {
  const folder = makeFolder()
  let complaints: ReadonlyMap<string, ReadonlyArray<string>>
  const running = programs.filter(({ runs }) => runs)
  let printed: Readonly<Record<string, string>>
  const mistake = { name: "mistake", blocks: [], text: "const n: number = 'text'\n", runs: false }

  beforeAll(async () => {
    writePrograms(folder, [...programs, mistake])
    complaints = await check(folder)
    await transpile(folder, running)
    printed = await execute(folder, running)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("is there", () => expect(running.length).toBeGreaterThan(4))

  it("would be reported if it did not compile", () => {
    expect(complaints.get("mistake")?.join()).toContain("not assignable")
    expect(complaints.get("")).toBeUndefined()
  })

  it.each(programs.map((program) => [placeOf(program.blocks[0]!), program] as const))("%s compiles", (_, { name }) => {
    expect(complaints.get(name) ?? []).toEqual([])
  })

  it.each(running.map((program) => [placeOf(program.blocks[0]!), program] as const))(
    "%s prints what it says",
    (_, { name, text }) => {
      expect(printed[name]?.split("\n")).toEqual(expectedLines(text))
    }
  )
})

describe("programs", () => {
  it("are chains of blocks", () => {
    const [first, second] = programsOf([block("a\n", ["run"]), block("b\n", ["continued"]), block("c\n")])
    expect([first?.text, first?.runs, second?.text, second?.runs]).toEqual(["a\nb\n", true, "c\n", false])
    expect(() => programsOf([block("b\n", ["continued"])])).toThrow("continue")
  })

  it("say what they print", () => {
    expect(expectedLines("log(1) // => 1\n// => two words\n")).toEqual(["1", "two words"])
  })
})
