/** Pages keep their identity where a folder is reorganised: at least where git sees a rename. */

import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { needs } from "@lectern/storage-testing/needs"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { folder } from "../git-layout/space.js"
import { inWorkspace } from "../pages/space.js"
import { reorganisation, reorganise, type Texts } from "./reorganisations.js"

const numRuns = process.env.LECTERN_RUNS === undefined ? 20 : runs(200)

interface Rename {
  readonly from: string
  readonly to: string
}

/** The renames that `git diff -M50%` sees in each pair of folders. */
const gitRenames = (pairs: ReadonlyArray<{ before: Texts; after: Texts }>): ReadonlyArray<ReadonlyArray<Rename>> => {
  needs("git")
  const repository = mkdtempSync(join(tmpdir(), "lectern-"))
  try {
    const git = (args: ReadonlyArray<string>, input: string) =>
      execFileSync("git", ["-C", repository, ...args], { input, encoding: "utf8", maxBuffer: 1 << 28 })
    git(["init", "-q"], "")
    const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
    const commit = (mark: number, texts: Texts, from: string) =>
      `commit refs/heads/r${mark}\nmark :${mark}\ncommitter T <t@example.com> 0 +0000\n${data("x")}${from}deleteall\n` +
      Object.entries(texts)
        .map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`)
        .join("")
    const marks = join(repository, "marks")
    const stream = pairs
      .map(
        ({ after, before }, at) => commit(2 * at + 1, before, "") + commit(2 * at + 2, after, `from :${2 * at + 1}\n`)
      )
      .join("")
    git(["fast-import", "--quiet", `--export-marks=${marks}`], stream)
    const ids = new Map(
      readFileSync(marks, "utf8")
        .trim()
        .split("\n")
        .map((line) => line.slice(1).split(" ") as [string, string])
    )
    const asked = pairs.map((_, at) => ids.get(String(2 * at + 2))!)
    const diff = git(["diff-tree", "--stdin", "-r", "-M50%", "-l0"], `${asked.join("\n")}\n`)
    const found = new Map<string, Array<Rename>>(asked.map((id) => [id, []]))
    let current = ""
    for (const line of diff.split("\n")) {
      if (/^[0-9a-f]{40}$/.test(line)) current = line
      const [, from, to] = /\sR\d+\t(.*)\t(.*)$/.exec(line) ?? []
      if (from !== undefined && to !== undefined) found.get(current)?.push({ from, to })
    }
    return asked.map((id) => found.get(id) ?? [])
  } finally {
    rmSync(repository, { recursive: true })
  }
}

/** The share of the pieces of the longer text that the other one has too. */
const same = (left: string, right: string, piece: RegExp): number => {
  const counts = new Map<string, number>()
  for (const each of left.split(piece)) counts.set(each, (counts.get(each) ?? 0) + 1)
  let shared = 0
  for (const each of right.split(piece)) {
    const count = counts.get(each) ?? 0
    if (count > 0) shared += each.length
    counts.set(each, count - 1)
  }
  return shared / Math.max(left.length, right.length)
}

/** Two shares that differ by less are equal: the difference depends on the weight of the blanks between words. */
const tolerance = 0.001

/** Whether a rename is between texts of some length and no other one is as good for either of them, by lines and by words. */
const isBest = ({ from, to }: Rename, before: Texts, after: Texts): boolean => {
  const old = before[from] ?? ""
  const now = after[to] ?? ""
  if (old.length < 100 || now.length < 100) return false
  const gone = Object.entries(before).filter(([path]) => path !== from && after[path] === undefined)
  const made = Object.entries(after).filter(([path]) => path !== to && before[path] === undefined)
  return [/(?<=\n)/, /(?<=\s)/].every((piece) => {
    const score = same(old, now, piece)
    const isWorse = (other: number) => other < score - tolerance
    return (
      gone.every(([, text]) => isWorse(same(text, now, piece))) &&
      made.every(([, text]) => isWorse(same(old, text, piece)))
    )
  })
}

/** Imports a folder into a space, and returns the id of the page of each path. */
const put = (space: SpaceId, texts: Texts) =>
  Effect.gen(function* () {
    const sync = yield* ContentSync
    yield* sync.apply(space, readLayout(folder(texts)).tree)
    const ids = new Map<string, string>()
    const visit = (
      pages: ReadonlyArray<{ id: string; git?: { path: string }; pages: ReadonlyArray<unknown> }>
    ): void => {
      for (const page of pages) {
        if (page.git !== undefined) ids.set(page.git.path, page.id)
        visit(page.pages as typeof pages)
      }
    }
    visit((yield* sync.snapshot(space)).pages)
    return ids
  })

const words = (count: number, seed: number): string =>
  Array.from({ length: count }, (_, at) => `w${(at * 7919 + seed * 104729) % 9973}`).join(" ")

const text = (title: string, seed: number, paragraphs = 6): string =>
  `# ${title}\n${Array.from({ length: paragraphs }, (_, at) => `\n${words(30, seed * 100 + at)}\n`).join("")}`

/** Folders before and after, and which path of the second has the page of which path of the first; the others are new. */
const cases: ReadonlyArray<
  readonly [name: string, before: Texts, after: Texts, same: Readonly<Record<string, string>>]
> = [
  [
    "a page that moved with its own links mended",
    {
      "README.md": "# Home\n",
      "guide/install.md": "# Install\n\n[Home](../README.md), [next](next.md), [again](./next.md#part).\n",
      "guide/next.md": text("Next", 1)
    },
    {
      "README.md": "# Home\n",
      "a/b/install.md":
        "# Install\n\n[Home](../../README.md), [next](../../guide/next.md), [again](../../guide/next.md#part).\n",
      "guide/next.md": text("Next", 1)
    },
    { "a/b/install.md": "guide/install.md", "guide/next.md": "guide/next.md" }
  ],
  [
    "a rename with one line added",
    { "README.md": "# Home\n", "old.md": text("Old", 1) },
    { "README.md": "# Home\n", "new.md": `${text("Old", 1)}\nOne more line.\n` },
    { "new.md": "old.md" }
  ],
  [
    "pages that moved together, link to each other and were edited word by word",
    { "README.md": "# H\n", "x/a.md": `${text("A", 1)}\n[b](b.md)\n`, "x/b.md": `${text("B", 2)}\n[a](a.md)\n` },
    {
      "README.md": "# H\n",
      "y/c.md": `${text("B", 2).replaceAll(/(w\d+ ){9}w/g, (found) => `${found.slice(0, -1)}edited w`)}\n[a](d.md)\n`,
      "y/d.md": `${text("A", 1).replaceAll(/(w\d+ ){9}w/g, (found) => `${found.slice(0, -1)}edited w`)}\n[b](c.md)\n`
    },
    { "y/c.md": "x/b.md", "y/d.md": "x/a.md" }
  ],
  [
    "paragraphs in another order and wrapped at another width",
    { "README.md": "# H\n", "a.md": text("A", 1) },
    {
      "README.md": "# H\n",
      "b.md": `# A\n\n${text("A", 1)
        .split("\n\n")
        .slice(1)
        .reverse()
        .join("\n\n")
        .replaceAll(/((?:w\d+ ){7})/g, "$1\n")}`
    },
    { "b.md": "a.md" }
  ],
  [
    "an unchanged path wins, whatever is there",
    { "README.md": "# H\n", "a.md": text("A", 1), "b.md": text("B", 2) },
    { "README.md": "# H\n", "a.md": text("B", 2), "c.md": text("A", 1) },
    { "a.md": "a.md" }
  ],
  [
    "the best of several is taken, one to one",
    { "README.md": "# H\n", "a.md": text("A", 1), "b.md": `${text("A", 1)}\n${words(60, 3)}\n` },
    { "README.md": "# H\n", "c.md": `${text("A", 1)}\n${words(60, 3)}\n\nMore.\n`, "d.md": `${text("A", 1)}\nMore.\n` },
    { "c.md": "b.md", "d.md": "a.md" }
  ],
  [
    "of equally good ones none is taken",
    { "README.md": "# H\n", "a.md": text("A", 1), "b.md": text("A", 1) },
    { "README.md": "# H\n", "c.md": `${text("A", 1)}\nMore.\n` },
    {}
  ],
  [
    "of identical ones each is taken once, that of the same name first",
    { "README.md": "# H\n", "a/x.md": text("A", 1), "a/y.md": text("A", 1) },
    { "README.md": "# H\n", "b/y.md": text("A", 1), "c/x.md": text("A", 1), "d/z.md": text("A", 1) },
    { "b/y.md": "a/y.md", "c/x.md": "a/x.md" }
  ],
  [
    "a short text only where it is identical",
    {
      "README.md": "# H\n",
      "a.md": "# Short\n\nA text of few words.\n",
      "b.md": "# Brief\n\nAnother one of few words.\n"
    },
    {
      "README.md": "# H\n",
      "c.md": "# Short\n\nA text of few words!\n",
      "d.md": "# Brief\n\nAnother one of few words.\n"
    },
    { "d.md": "b.md" }
  ],
  [
    "less than half is another page",
    { "README.md": "# H\n", "a.md": text("A", 1, 4) },
    { "README.md": "# H\n", "b.md": `${text("A", 1, 2)}\n${words(90, 7)}\n` },
    {}
  ]
]

describe("a folder that was reorganised", () => {
  it(`keeps the pages that git sees renamed, in ${numRuns} reorganisations`, { timeout: 120_000 + numRuns * 500 }, () =>
    inWorkspace(storages[0]!, ({ organization }) =>
      Effect.gen(function* () {
        const spaces = yield* Spaces
        const pairs = fc.sample(reorganisation, numRuns).map(reorganise)
        let seen = 0
        for (const [at, renames] of gitRenames(pairs).entries()) {
          const { after, before } = pairs[at]!
          const space = yield* spaces.create(organization.id, {})
          const old = yield* put(space.id, before)
          const now = yield* put(space.id, after)
          for (const rename of renames) {
            if (!isBest(rename, before, after)) continue
            seen++
            expect({ at, rename, id: now.get(rename.to) }).toEqual({ at, rename, id: old.get(rename.from) })
          }
          for (const [path, id] of now) {
            if (old.has(path)) expect({ at, path, id }).toEqual({ at, path, id: old.get(path) })
          }
          expect(new Set(now.values()).size).toBe(now.size)
        }
        expect(seen).toBeGreaterThan(numRuns / 2)
      })
    )
  )

  it.each(cases)("%s", (_, before, after, same) =>
    inWorkspace(storages[0]!, ({ space }) =>
      Effect.gen(function* () {
        const old = yield* put(space.id, before)
        const now = yield* put(space.id, after)
        const byId = new Map([...old].map(([path, id]) => [id, path]))
        const found = [...now].flatMap(([path, id]) => {
          const from = byId.get(id)
          return from === undefined || path === "README.md" ? [] : [[path, from] as const]
        })
        expect(Object.fromEntries(found)).toEqual(same)
      })
    )
  )
})
