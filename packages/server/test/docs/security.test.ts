/**
 * The manual's statements about security are true: the tests that it names exist, with the titles that it quotes, and
 * the limits are those of the code.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { accountRule, addressRule, ownRule } from "@lectern/core/people/sign-in/Attempts"
import { defaultLimits } from "@lectern/core/rate-limits/RateLimit"
import { requestLimits, requestTimes } from "@lectern/http/foundation/dispatcher/Limits"
import { describe, expect, it } from "vitest"
import { read, root } from "./blocks.js"

const page = read("docs/security.md")
const rows = page.split("\n").filter((line) => line.startsWith("| "))
const cellsOf = (row: string): ReadonlyArray<string> =>
  row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim())

describe("the manual's page on security", () => {
  const covered = rows.map(cellsOf).filter(([name = ""]) => /^(?:API|V)\d/.test(name))

  it("has a row for each of the ten risks, and for what applies of ASVS", () => {
    const risks = covered.flatMap(([name = ""]) => /^API\d+/.exec(name) ?? [])
    expect(risks).toEqual(Array.from({ length: 10 }, (_, i) => `API${i + 1}`))
    const chapters = new Set(covered.flatMap(([name = ""]) => /^V\d+/.exec(name) ?? []))
    expect([...chapters]).toEqual(["V2", "V3", "V4", "V5", "V6", "V7", "V8", "V9", "V10", "V11", "V12", "V13", "V14"])
  })

  it.each(covered.map(([name = "", , tests = ""]) => [name, tests] as const))(
    "%s names tests that exist",
    (_, tests) => {
      const named = Array.from(tests.matchAll(/`([^`]+)`([^`]*)/g), ([, file = "", after = ""]) => ({ file, after }))
      expect(named.length).toBeGreaterThan(0)
      for (const { after, file } of named) {
        expect(file).toMatch(/^(?:packages\/[\w/.-]+\.test\.ts|scripts\/test\/\w+\.test\.mjs)$/)
        expect([file, existsSync(join(root, file))]).toEqual([file, true])
        for (const [, title = ""] of after.matchAll(/“([^”]+)”/g)) expect(read(file)).toContain(`"${title}"`)
      }
    }
  )

  it("has the limits of requests", () => {
    const said = rows.map(cellsOf).filter(([, , answer = ""]) => /^\d{3}$|is closed/.test(answer))
    expect(said.map(([, value, answer]) => [value, answer])).toEqual([
      [`${requestLimits.url / 1024} KB`, "414"],
      [String(requestLimits.queryParameters), "400"],
      [String(requestLimits.headers), "431"],
      [`${requestLimits.headerBytes / 1024} KB`, "431"],
      [`${requestLimits.body / 1024 ** 2} MB; ${requestLimits.batch / 1024 ** 2} MB`, "413"],
      [`${requestLimits.form / 1024} KB`, "413"],
      [requestLimits.jsonValues.toLocaleString("en"), "400"],
      [String(requestLimits.jsonLevels), "400"],
      [`${requestTimes.headers / 1000} seconds`, "408"],
      [`${requestTimes.body / 60_000} minutes`, "the connection is closed"],
      [`${requestTimes.silence / 1000} seconds`, "the connection is closed"]
    ])
  })

  it("has the limits of callers, and the delays", () => {
    const { account, address, token, ...costs } = defaultLimits
    for (const { limit } of [account, address, token]) expect(page).toContain(`${limit.toLocaleString("en")} requests`)
    for (const { limit } of Object.values(costs)) expect(page).toContain(`| ${limit / 1024 ** 3} GB a minute |`)
    expect([ownRule, accountRule, addressRule]).toEqual([
      { free: 3, longest: 900_000 },
      { free: 20, longest: 60_000 },
      { free: 30, longest: 60_000 }
    ])
    expect(page).toMatch(/fourth failure.*up to 15 minutes.*21st failure in an hour.*at most a minute.*31st failure/s)
  })
})

it("there is a policy that says how to report", () => {
  expect(read("SECURITY.md")).toMatch(/^# Security policy.*Report a vulnerability.*docs\/security\.md/s)
})
