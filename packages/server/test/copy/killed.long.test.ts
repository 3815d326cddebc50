/** Copies by processes that are killed at any moment, one after the other, until one of them gets to the end. */
import { join } from "node:path"
import { tables } from "@lectern/core/engine/Tables"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createDatabase } from "../../../storage-postgres/test/server.js"
import { rowsOf } from "../../../storage-sqlite/test/changes/schema.js"
import { inspect } from "../../../storage-sqlite/test/inspecting.js"
import { lecternHere } from "../inProcess.js"
import { type Finished, lectern, putFiles, run, temporaryFolder } from "../program.js"

const [folder, remove] = temporaryFolder()
afterAll(remove)
const inFolder = (name: string) => join(folder, name)
const source = inFolder("source")

const isDeclared = new Set(["counters", ...tables.map(({ name }) => name)])
const contentOf = (dataDir: string) =>
  inspect(join(dataDir, "lectern.db"), (database) => rowsOf(database).filter(([table]) => isDeclared.has(table)))

beforeAll(async () => {
  const pages = Array.from({ length: 600 }, (_, page) => [
    `page-${page}.md`,
    `# Page ${page}\n\n[a file](./file-${page % 40}.bin)\n\n${`word${page} and more text `.repeat(100)}\n`
  ])
  const files = Array.from({ length: 40 }, (_, file) => [
    `file-${file}.bin`,
    Buffer.alloc(600_000 + file, `the bytes of ${file} `)
  ])
  putFiles(inFolder("docs"), Object.fromEntries([...pages, ...files]))
  expect((await lecternHere(["import", inFolder("docs"), "--data-dir", source])).code).toBe(0)
})

/** A process that was killed between its last commit and its exit leaves a whole copy, which the next one refuses. */
const expectWhole = ({ code, stderr, stdout }: Finished, isAnother: boolean): void => {
  if (isAnother && stderr.includes("is not empty")) return
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout).counts.rows).toBeGreaterThan(1_000)
}

it.each(["a file", "a database"])("a copy into %s is whole after any number of kills", async (kind) => {
  const to = (name: string) => (kind === "a file" ? Promise.resolve(inFolder(name)) : createDatabase("nothing"))
  const copying = (target: string) => ["copy", source, target, "--data-dir", inFolder("unused"), "--json"]
  const began = Date.now()
  expect((await lectern(copying(await to("undisturbed")))).code).toBe(0)
  const duration = Date.now() - began
  const target = await to("killed")
  const kills = Number(process.env.LECTERN_RUNS ?? 8)
  let resumed = 0
  for (let kill = 1; kill <= kills; kill++) {
    const { finished, process: child } = run(copying(target))
    const timer = setTimeout(() => child.kill("SIGKILL"), (duration * kill) / (kills + 1))
    const ended = await finished
    clearTimeout(timer)
    if (ended.code === null) continue
    expectWhole(ended, kill > 1)
    resumed++
    break
  }
  if (resumed === 0) expectWhole(await lectern(copying(target)), true)
  if (kind === "a database") {
    expect((await lecternHere(["copy", target, inFolder("back"), "--data-dir", inFolder("unused")])).code).toBe(0)
  }
  expect(contentOf(kind === "a database" ? inFolder("back") : target)).toEqual(contentOf(source))
})
