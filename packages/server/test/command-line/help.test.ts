/** Help fits its screen, is made from the declarations, and is plain text wherever nobody sees colours. */
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { type CommandName, commandOf, commands, groups } from "../../src/command-line/Commands.js"
import { help } from "../../src/command-line/Help.js"
import { optionsOf } from "../../src/command-line/Parsing.js"
import { planOf } from "../../src/command-line/Plan.js"
import { hasColour, screenOf } from "../../src/command-line/Screen.js"

const all = Object.keys(commands) as ReadonlyArray<CommandName>
const every = ["", ...Object.keys(groups), ...all]
const terminal = { isTTY: true, columns: 120 }
const escape = "\u001b"

describe("help", () => {
  it("fits the screen, and at most 100 columns", () => {
    fc.assert(
      fc.property(fc.constantFrom(...every), fc.integer({ min: 1, max: 300 }), (about, columns) => {
        const screen = screenOf({ isTTY: true, columns }, { NO_COLOR: "1" })
        for (const line of help(about, screen).split("\n")) {
          // Only the name of an option or of an environment variable cannot be broken.
          if (line.trim().includes(" "))
            expect(line.length, line).toBeLessThanOrEqual(Math.max(76, Math.min(columns, 100)))
          expect(line.length, line).toBeLessThanOrEqual(100)
        }
      }),
      { numRuns: runs(100) }
    )
    for (const columns of [80, 100]) {
      const longest = every.flatMap((about) => help(about, { columns, colour: false }).split("\n"))
      expect(Math.max(...longest.map(({ length }) => length))).toBeLessThanOrEqual(columns)
    }
  })

  it.each(all)("on %s names the program, every argument and every option with its variable", (name) => {
    const text = help(name, { columns: 100, colour: false })
    const words = text.replace(/\s+/g, " ")
    expect(words).toContain(`Usage: lectern ${name} `)
    const { args, summary } = commandOf(name)
    expect(text.split("\n")[0]).toBe(summary)
    for (const { description, value } of Object.values(args)) {
      expect(words).toContain(`<${value}>`)
      expect(words).toContain(description)
    }
    for (const [flag, { choices = [], description, variable }] of Object.entries(optionsOf(name))) {
      if (flag === "version") continue
      expect(words).toContain(`--${flag}`)
      expect(words).toContain(description)
      if (variable !== undefined) expect(words).toContain(`[${variable}]`)
      for (const choice of choices) expect(words).toContain(choice)
    }
  })

  it("on the program and its groups lists every command", () => {
    for (const name of all) {
      expect(help("", { columns: 80, colour: false })).toContain(` ${commandOf(name).summary}\n`)
      expect(help("", { columns: 80, colour: false })).toContain(`  ${name} `)
      const [group = ""] = name.split(" ")
      if (group !== name) expect(help(group, { columns: 80, colour: false })).toContain(`  ${name} `)
    }
    expect(new Set(all.flatMap((name) => (name.includes(" ") ? [name.split(" ")[0]] : [])))).toEqual(
      new Set(Object.keys(groups))
    )
  })
})

describe("colours", () => {
  const texts = (env: Record<string, string>, stream: { isTTY?: boolean; columns?: number }) =>
    [["--help"], ["start", "--help"], ["fly"]].map((line) => {
      const plan = planOf(line, { env, stdout: stream, stderr: stream })
      return plan.kind === "print" ? plan.text : ""
    })

  it.each([
    ["on a terminal", {}, terminal, true],
    ["where NO_COLOR is empty, which means nothing", { NO_COLOR: "" }, terminal, true],
    ["nowhere else", {}, {}, false],
    ["not with NO_COLOR", { NO_COLOR: "1" }, terminal, false],
    ["not on a terminal that has none", { TERM: "dumb" }, terminal, false]
  ])("are used %s", (_, env, stream, expected) => {
    expect(hasColour(stream, env)).toBe(expected)
    for (const text of texts(env, stream)) expect(text.includes(escape)).toBe(expected)
  })

  it("change nothing but colours", () => {
    const sequence = new RegExp(`${escape}\\[\\d+m`, "g")
    const coloured = texts({}, terminal).map((text) => text.replace(sequence, ""))
    expect(coloured).toEqual(texts({ NO_COLOR: "1" }, terminal))
  })
})
