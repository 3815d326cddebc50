/** How much a browser loads for the window: first, and with the editor. */
import { gzipSync } from "node:zlib"
import { clientFiles } from "@lectern/console/node/ClientFiles"
import { beforeAll, expect, it } from "vitest"

/** Bytes after gzip. */
const limits = { shell: 60_000, editor: 180_000, review: 60_000 }

let files: Awaited<ReturnType<typeof clientFiles>>
beforeAll(async () => {
  files = await clientFiles()
})

const bodyOf = (name: string): string => files.files.get(name)?.body ?? ""

/** A file with everything that it imports before it runs. */
const loaded = (name: string, found: Set<string> = new Set()): Set<string> => {
  if (found.has(name)) return found
  found.add(name)
  for (const [, imported] of bodyOf(name).matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)) loaded(imported!, found)
  return found
}

const sizeOf = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(bodyOf(name)).length, 0)

const named = (begin: string): string => [...files.files.keys()].find((name) => name.startsWith(begin)) ?? begin

it("is small enough", () => {
  const shell = loaded(files.script).add(files.style)
  const whole = new Set(shell)
  const later = ["WithPage-", "LivePage-"].map((begin) =>
    [...files.files.keys()].find((name) => name.startsWith(begin))
  )
  expect(later).not.toContain(undefined)
  for (const name of later) for (const each of loaded(name!)) whole.add(each)
  expect(whole.size).toBeGreaterThan(shell.size)
  expect(sizeOf(shell)).toBeLessThan(limits.shell)
  expect(sizeOf(whole)).toBeLessThan(limits.editor)
})

it("loads little more for the change requests of a space and their reviews", () => {
  const shell = loaded(files.script).add(files.style)
  const added = [...loaded(named("Screens-"))].filter((name) => !shell.has(name))
  expect(sizeOf(added)).toBeGreaterThan(0)
  expect(sizeOf(added)).toBeLessThan(limits.review)
})
