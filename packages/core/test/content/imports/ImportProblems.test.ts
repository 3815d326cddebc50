/** The places of an import's problems, and the pages that were made there. */
import { expect, it } from "@effect/vitest"
import { pagesOf, problemsIn } from "@lectern/core/content/imports/ImportProblems"
import type { ImportPart } from "@lectern/core/content/imports/ImportRows"
import { PageId } from "@lectern/core/content/Page"
import { Effect } from "effect"

const page = PageId.make("page-1")
const partOf = (key: string): ImportPart => ({
  import: "import-1",
  ordinal: 1,
  key,
  value: { kind: "page", id: page, title: "Guide", slug: "guide", markdown: "" }
})

/** Sentences with what is said of them where the part with a key was read, as a page. */
const cases: ReadonlyArray<readonly [string, key: string, { message: string; path?: string; page?: PageId }]> = [
  ["a/b.md: c.md does not exist", "import:/a/b.md", { path: "a/b.md", message: "c.md does not exist", page }],
  ["a/b.md: line 3: odd", "import:/a/b.md", { path: "a/b.md", message: "line 3: odd", page }],
  ["my notes.md: odd", "import:/my%20notes.md", { path: "my notes.md", message: "odd", page }],
  ["a/b.md: odd", "import:/b.md", { path: "a/b.md", message: "odd" }],
  ["https://e.co/a: it is gone", "https://e.co/a", { path: "https://e.co/a", message: "it is gone", page }],
  ["https://e.co:80/a: it is gone", "https://e.co/a", { path: "https://e.co:80/a", message: "it is gone" }],
  ["/x: odd", "import:/x", { path: "/x", message: "odd", page }],
  ["and 3 more", "import:/and 3 more", { message: "and 3 more" }],
  ["it looks odd: nothing is there", "it looks odd", { message: "it looks odd: nothing is there" }],
  ["constructor.md: odd", "import:/other.md", { path: "constructor.md", message: "odd" }]
]

it.effect.each(cases)("%s", ([problem, key, expected]) =>
  Effect.gen(function* () {
    const pages = yield* pagesOf([problem], (asked) => Effect.succeed(asked === key ? partOf(key) : undefined))
    expect(problemsIn([problem], pages)).toEqual([expected])
  })
)
