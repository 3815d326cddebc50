import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { Role } from "@lectern/core/access/Role"
import { defaultFileLimits } from "@lectern/core/blobs/FileLimits"
import { defaultZipLimits } from "@lectern/core/content/git-layout/Zip"
import { retention } from "@lectern/core/content/spaces/Retention"
import * as Errors from "@lectern/core/errors/Errors"
import { defaultLimits } from "@lectern/core/git-layout/Folder"
import { keyLifetime, longestAnswer, mostKeys } from "@lectern/core/idempotency/Idempotency"
import { defaultLimit } from "@lectern/core/lists/List"
import { defaultLimits as defaultRates } from "@lectern/core/rate-limits/RateLimit"
import { requestLimits } from "@lectern/http/foundation/dispatcher/Limits"
import { statuses } from "@lectern/http/foundation/errors/WireError"
import { describe, expect, it } from "vitest"
import { names } from "../../src/config/SettingNames.js"
import { limits } from "../../src/files/SourceFile.js"
import { blocks, blocksOf, placeOf, read, root } from "./blocks.js"

const mega = 1024 * 1024

/** The first cells of a page's tables, without back quotes. */
const firstCells = (file: string): ReadonlyArray<string> =>
  Array.from(read(file).matchAll(/^\| `?([^|`]+?)`? \|/gm), (match) => match[1]!)

const folders = (path: string): ReadonlyArray<string> =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

describe("what the manual states", () => {
  it("settings", () => {
    const page = read("docs/configuration.md")
    for (const { flag, variable } of Object.values(names)) expect(page).toContain(`| \`${flag}\` | \`${variable}\` |`)
    expect(firstCells("docs/configuration.md").filter((cell) => cell.startsWith("--"))).toHaveLength(
      Object.keys(names).length
    )
  })

  it("packages and examples", () => {
    const packages = folders("packages").map((name) => `@lectern/${name}`)
    expect([...firstCells("README.md")].filter((cell) => cell.startsWith("@")).sort()).toEqual([...packages].sort())
    const examples = folders("examples").map((name) => `examples/${name}`)
    expect(
      firstCells("docs/embedding.md")
        .filter((cell) => cell.startsWith("examples/"))
        .sort()
    ).toEqual([...examples].sort())
  })

  it("statuses and errors", () => {
    const shown = firstCells("docs/http.md").filter((cell) => /^\d+$/.test(cell))
    const ofProtocol = [408, 417, 431]
    expect(shown).toEqual([...new Set([...Object.values(statuses), ...ofProtocol, 500])].sort().map(String))
    const protocol = ["MethodNotAllowed", "UriTooLong", "UnsupportedMediaType", "ChecksumMismatch"]
    const errors = Object.keys(statuses).filter((tag) => !protocol.includes(tag))
    expect(firstCells("docs/embedding.md")).toEqual(expect.arrayContaining(errors))
    for (const name of errors) expect(Errors).toHaveProperty(name)
  })

  it("levels, weakest first", () => {
    const cells = firstCells("docs/concepts.md")
    expect(cells.filter((cell) => Role.literals.some((role) => role === cell))).toEqual([...Role.literals])
  })

  it("limits", () => {
    expect([defaultLimits.page, defaultLimits.text, limits.textBytes]).toEqual([mega, 32 * mega, 1024 * mega])
    expect([defaultLimits.file, defaultZipLimits.file]).toEqual([defaultFileLimits.maxFileBytes, 32 * mega])
    expect(read("docs/importing.md")).toContain("200,000 files and 1 GB of texts")
    expect(limits.files).toBe(200_000)
    expect([requestLimits.body, defaultLimit]).toEqual([mega, 50])
    const costs = [2, 4, 8, 16].map((gigabytes) => gigabytes * 1024 ** 3)
    expect(Object.values(defaultRates)).toEqual(
      [10_000, 20_000, 60_000, ...costs].map((limit) => ({ limit, windowSeconds: 60 }))
    )
    expect(read("docs/http.md")).toMatch(/at most 1 MB.*50 by default.*10,000 requests a minute.*20,000.*60,000/s)
    expect([mostKeys, keyLifetime]).toEqual([10_000, 24 * 60 * 60 * 1000])
    expect(read("docs/idempotency.md")).toMatch(/kept for 24 hours. .*at most 10,000 keys.*about 32,000 characters/s)
    expect(Math.floor(longestAnswer / 1000)).toBe(32)
    expect(retention).toBe(7 * 24 * 60 * 60 * 1000)
    expect(read("docs/concepts.md")).toContain("restored for 7 days")
  })

  it("what every example shows, and prints", () => {
    for (const name of folders("examples")) {
      const page = `examples/${name}/README.md`
      const shown = blocksOf(page, read(page))
      expect(read(page), name).toMatch(/^# \S.*It shows how to.*## Run it.*It prints/s)
      expect(shown.find(({ language }) => language === "sh")?.text).toContain(`cd examples/${name}\nnpm `)
      const expected = `examples/${name}/expected.txt`
      if (!existsSync(join(root, expected))) continue
      expect(shown.find(({ language }) => language === "text")?.text.trim(), name).toBe(read(expected).trim())
    }
  })

  it("what the review example prints", () => {
    const [transcript] = blocks.filter(({ file, language }) => file === "docs/review.md" && language === "text")
    expect(transcript?.text.trim()).toBe(read("examples/review/expected.txt").trim())
  })

  it("rows of the bench", () => {
    const rows = join("packages/benchmark/src/rows")
    const sources = readdirSync(join(root, rows))
      .map((name) => read(join(rows, name)))
      .join("\n")
    const declared = new Set(
      Array.from(sources.matchAll(/(?:name: |(?:constant|growth|besideGit|row)\(\s*)"([\w-]+)"/g), (match) => match[1]!)
    )
    const shown = Array.from(read("docs/performance.md").matchAll(/^\| `([^`]+)`/gm), (match) => match[1]!)
    expect(shown.length).toBeGreaterThan(8)
    for (const row of shown) expect(declared).toContain(row.replace(/-\*$/, ""))
  })

  it("answers, of which an ellipsis hides neither a status nor what went wrong", () => {
    const hidden = blocks
      .filter(({ flags }) => flags.includes("answer"))
      .flatMap((block) =>
        block.text
          .split("\n")
          .filter(
            (line) =>
              /"(?:status|message|error|result)": ?"[^"]*…/.test(line) || /^(?:error|warning|lectern):.*…$/.test(line)
          )
          .map((line) => `${placeOf(block)}: ${line}`)
      )
    expect(hidden).toEqual([])
  })

  it("commands, which write neither into the folder of the manual nor into its space", () => {
    const writes = blocks
      .filter(({ language }) => language === "sh")
      .flatMap((block) =>
        block.text
          .split("\n")
          .filter(
            (line) =>
              /(?:mkdir|>|rm|cp) (?:-\w+ )*docs\b/.test(line) || (/\$MANUAL/.test(line) && /-X |-d |-T /.test(line))
          )
          .map((line) => `${placeOf(block)}: ${line}`)
      )
    expect(writes).toEqual([])
  })
})
