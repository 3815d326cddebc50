/** Merges by the git of this machine, many in one call. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { needs } from "@lectern/storage-testing/needs"
import type { Texts } from "./sides.js"

const call = (folder: string, { base, ours, theirs }: Texts): string => {
  const files = Object.entries({ ours, base, theirs }).map(([name, text]) => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  })
  const { error, status, stdout, stderr } = spawnSync("git", ["merge-file", "-p", ...files], { encoding: "utf8" })
  if (error !== undefined) throw error
  if (status === null || status > 127) throw new Error(`git merge-file failed: ${stderr}`)
  return stdout
}

/** Between the texts of a call: more lines than any text has, so that git never compares two of them. */
const wall = (index: number): string => Array.from({ length: 150 }, (_, line) => `wall ${index}.${line}\n`).join("")

const isBroken = (text: string): boolean => /^<{7} /m.test(text)

/**
 * The texts that git merges from these, `undefined` for each that it refuses. Those that end with a line break are
 * merged in one call.
 */
export const gitMerges = (all: ReadonlyArray<Texts>): ReadonlyArray<string | undefined> => {
  needs("git")
  const folder = mkdtempSync(join(tmpdir(), "lectern-merges-"))
  try {
    const isWhole = (texts: Texts): boolean =>
      [texts.base, texts.ours, texts.theirs].every((text) => /(^|\n)$/.test(text))
    const whole = all.filter(isWhole)
    const joined = (side: keyof Texts): string => whole.map((texts, index) => texts[side] + wall(index)).join("")
    let rest = call(folder, { base: joined("base"), ours: joined("ours"), theirs: joined("theirs") })
    const results = new Map<Texts, string>()
    for (const [index, texts] of whole.entries()) {
      const until = rest.indexOf(wall(index))
      results.set(texts, rest.slice(0, until))
      rest = rest.slice(until + wall(index).length)
    }
    return all.map((texts) => {
      const merged = results.get(texts) ?? call(folder, texts)
      return isBroken(merged) ? undefined : merged
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
