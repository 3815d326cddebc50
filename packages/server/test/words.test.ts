/** If a person must act, every command fails and prints the problem and its place: on one line, without a stack. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { beforeBaseline, tooOldFixtures, unpack } from "../../storage-sqlite/test/fixtures.js"
import { inspect } from "../../storage-sqlite/test/inspecting.js"
import { lecternHere, startServerHere } from "./inProcess.js"
import { type Finished, temporaryFolder } from "./program.js"

const [folder, remove] = temporaryFolder()
const at = (...names: ReadonlyArray<string>) => join(folder, ...names)
const busy = createServer()
let port = 0

/** A folder of data whose database something was done to. */
const dataWith = (name: string, change: (file: string) => void): void => {
  mkdirSync(at(name))
  copyFileSync(at("whole", "lectern.db"), at(name, "lectern.db"))
  change(at(name, "lectern.db"))
}
const sql = (text: string) => (file: string) => inspect(file, (database) => database.exec(text))

beforeAll(async () => {
  const server = await startServerHere(at("whole"), ["--import-docs", "none"])
  await server.stop()
  await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve))
  port = (busy.address() as { port: number }).port
  writeFileSync(at("file"), "a file")
  mkdirSync(at("folder"))
  mkdirSync(at("in-the-way", "lectern.db"), { recursive: true })
  dataWith("damaged", (file) => writeFileSync(file, readFileSync(file).fill(0xff, 4096)))
  dataWith("text", (file) => writeFileSync(file, "no database at all, but a text of some length. ".repeat(100)))
  dataWith("newer", sql("insert into schema_migrations (migration_id, name) values (999, 'later')"))
  dataWith("older", (file) => unpack(beforeBaseline, file))
  dataWith("too-old", (file) => unpack(tooOldFixtures[0] ?? "", file))
  dataWith("foreign", sql("drop table schema_migrations"))
  dataWith("columns", sql("drop index items_path; alter table items drop column path"))
})
afterAll(() => {
  busy.close()
  remove()
})

interface Case {
  readonly args: ReadonlyArray<string>
  /** The words that the line must contain. */
  readonly says: ReadonlyArray<string>
  readonly code?: number
}

const start = (data: string, ...more: ReadonlyArray<string>) => [
  "start",
  "--data-dir",
  at(data),
  "--port",
  "0",
  ...more
]
const on = (data: string, ...args: ReadonlyArray<string>) => [...args, "--data-dir", at(data)]

/** Every command that opens a workspace, with its additional arguments. */
const opening: ReadonlyArray<ReadonlyArray<string>> = [
  ["import", fileURLToPath(new URL("../../../docs", import.meta.url))],
  ["export", "space", "/tmp/never"],
  ["rollback", "space", "revision"],
  ["user", "add", "--email", "a@example.com", "--name", "A"],
  ["access", "explain", "--user", "a", "--space", "b"],
  ["token", "list"],
  ["purge"],
  ["check"],
  ["backup", "/tmp/never.tar"],
  ["start", "--port", "0"]
]

const cases: ReadonlyArray<readonly [name: string, one: () => Case]> = [
  ...opening.map((args): readonly [string, () => Case] => [
    `${args[0]} on a damaged file`,
    () => ({ args: on("damaged", ...args), says: [at("damaged", "lectern.db"), "is damaged"] })
  ]),
  ...opening.map((args): readonly [string, () => Case] => [
    `${args[0]} on a file that is too old`,
    () => ({
      args: on("too-old", ...args),
      says: [at("too-old", "lectern.db"), "has schema", "open it once with commit"]
    })
  ]),
  ["a folder of data that is a file", () => ({ args: start("file"), says: [at("file")] })],
  ["a folder of data in a file", () => ({ args: start("file/data"), says: [at("file", "data")] })],
  [
    "a folder of data where none can be made",
    () => ({ args: ["start", "--port", "0", "--data-dir", "/proc/lectern"], says: ["/proc/lectern"] })
  ],
  [
    "a database that is a folder",
    () => ({ args: start("in-the-way"), says: [at("in-the-way", "lectern.db"), "it is a folder"] })
  ],
  [
    "a database that is none",
    () => ({ args: start("text"), says: [at("text", "lectern.db"), "is not a SQLite database"] })
  ],
  [
    "a newer schema",
    () => ({ args: start("newer"), says: [at("newer", "lectern.db"), "has schema 999", "use the newer version"] })
  ],
  ...(["check", "backup"] as const).map((command): readonly [string, () => Case] => [
    `an older schema, which ${command} leaves as it is`,
    () => ({
      args: on("older", command, ...(command === "backup" ? [at("older.tar")] : [])),
      says: [at("older", "lectern.db"), "has schema 29, and", "works on", "lectern start brings it up to date"]
    })
  ]),
  [
    "the database of another program",
    () => ({ args: start("foreign"), says: [at("foreign", "lectern.db"), "another program"] })
  ],
  [
    "tables of another form",
    () => ({
      args: on("columns", "token", "list"),
      says: [at("columns", "lectern.db"), "its table items has no column path (text)"]
    })
  ],
  [
    "a busy port",
    () => ({ args: ["start", "--data-dir", at("whole"), "--port", String(port)], says: [`port ${port}`, "is in use"] })
  ],
  ["no workspace", () => ({ args: on("folder", "check"), says: [at("folder"), "no workspace"] })],
  ["an import of nothing", () => ({ args: on("whole", "import", at("nothing")), says: [at("nothing")] })],
  ["an export into a file", () => ({ args: on("whole", "export", "space", at("file")), says: ["space not found"] })],
  ["a backup into no folder", () => ({ args: on("whole", "backup", at("nothing", "b.tar")), says: [at("nothing")] })],
  ["a backup into a file's place", () => ({ args: on("whole", "backup", at("file", "b.tar")), says: [at("file")] })],
  [
    "a backup in place of a folder",
    () => ({ args: on("whole", "backup", at("file", "x.tar")), says: [at("file", "x.tar"), "cannot be written"] })
  ],
  ["a restore of nothing", () => ({ args: on("new", "restore", at("nothing.tar")), says: [at("nothing.tar")] })],
  [
    "a restore of something else",
    () => ({ args: on("also-new", "restore", at("file")), says: [at("file"), "is not a complete backup"] })
  ],
  ["a restore into a file", () => ({ args: on("file", "restore", at("file")), says: [at("file")] })]
]

/** The lines that report trouble: lines of progress end in dots. */
const linesOf = (stderr: string): ReadonlyArray<string> =>
  stderr.split("\n").filter((line) => line !== "" && !line.endsWith("..."))

const expectOneLine = (one: Case, { code, stderr, stdout }: Finished): void => {
  expect(linesOf(stderr)).toHaveLength(1)
  for (const text of one.says) expect(stderr).toContain(text)
  expect(stderr).toMatch(/^(.*\.\.\.\n)*lectern: /)
  expect(stderr).not.toMatch(/\n\s+at /)
  expect(stdout).toBe("")
  expect(code).toBe(one.code ?? 1)
}

describe.concurrent("in one line", () => {
  it.each(cases)("%s", async (_, make) => {
    const one = make()
    expectOneLine(one, await lecternHere(one.args))
  })
})

it("leaves nothing of what could not be restored or backed up", () => {
  for (const name of ["new", "also-new"]) expect(existsSync(at(name)), name).toBe(false)
  expect(readdirSync(folder).filter((name) => name.includes("tmp"))).toEqual([])
})
