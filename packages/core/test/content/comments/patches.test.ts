/** Applying suggestions changes the ranges of the suggestions, and nothing else. */
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { Comments } from "@lectern/core/comments/Comments"
import { patched } from "@lectern/core/content/comments/Suggestions"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { inWorkspace } from "../pages/space.js"
import { storyText } from "./stories.js"

const table = "| a | b |\r\n|---|:-:|\r\n| 1 | 😀 |\r\n"
const part = fc.oneof(
  storyText,
  fc.constantFrom(
    table,
    "```js\r\nlet a = 1\r\n```\n",
    "{% hint %}\n\nNote\n\n{% endhint %}\n",
    "- a\n  - b\n",
    "é 語\t\n"
  )
)
const frontMatter = fc.constantFrom(
  "",
  "---\ndescription: A page\n---\n\n",
  '---\r\ntitle: "Guide"\r\nicon: gear\r\n---\r\n'
)
const pageText = fc
  .tuple(frontMatter, fc.array(part, { minLength: 1, maxLength: 4 }))
  .map(([front, parts]) => front + parts.join("\n"))
const replacement = fc.oneof(fc.constantFrom("", "new", "\r\n", "😀", "**a**", "$&"), fc.string({ maxLength: 20 }))

/** Ranges of a text that do not overlap, in order, with what is to be written there. */
const patchesIn = (text: string) =>
  fc
    .array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), replacement), { minLength: 2, maxLength: 12 })
    .map((all) => {
      const ends = [...new Set(all.map(([at]) => Math.floor(at * text.length)))]
        .filter((at) => text.slice(0, at).isWellFormed())
        .sort((a, b) => a - b)
      return ends.slice(1).flatMap((end, index) => {
        const [start, text] = [ends[index]!, all[index]![1]]
        return index % 3 === 2 ? [] : [{ start, end, text }]
      })
    })

const numRuns = runs(40)

describe.each(storages)("suggestions over $name", (storage) => {
  it("change exactly their ranges", { timeout: 60_000 + 1_000 * numRuns }, () =>
    fc.assert(
      fc.asyncProperty(pageText, pageText, fc.boolean(), fc.gen(), (text, other, onMain, gen) =>
        inWorkspace(storage, ({ space: { id: space } }) =>
          Effect.gen(function* () {
            const comments = yield* Comments
            const contents = yield* Contents
            const insert = (markdown: string) => ({ operation: "insert_page", document: { markdown } }) as const
            yield* (yield* ContentEdits).apply(space, { changes: [insert(text), insert(other)] })
            const { id: changeRequest } = yield* (yield* ChangeRequests).create(space, {})
            const line = onMain ? undefined : { changeRequest }
            const state = Effect.gen(function* () {
              const { files, pages } = yield* contents.current(space, {}, line)
              const texts = yield* Effect.forEach(pages, ({ id }) => contents.page(space, id, line))
              return { files, texts: texts.map((page) => ("markdown" in page ? page.markdown : undefined)), pages }
            })
            const before = yield* state
            const page = before.pages[0]!.id
            const stored = before.texts[0]!
            const patches = gen(() => patchesIn(stored))
            if (patches.length === 0) return
            const at = { space, ...line }
            const ids = yield* Effect.forEach(patches, ({ end, start, text: suggestion }) =>
              Effect.map(
                comments.post(at, { body: { markdown: "!" }, page, range: { start, end }, suggestion }),
                ({ id }) => id
              )
            )
            const chosen = gen(() => fc.shuffledSubarray(ids, { minLength: 1 }))
            const done = yield* comments.apply(at, { comments: chosen })
            const after = yield* state
            const expected = patched(
              stored,
              patches.filter((_, index) => chosen.includes(ids[index]!))
            )
            expect(after.texts).toEqual([expected, ...before.texts.slice(1)])
            expect(after.files).toEqual(before.files)
            expect(after.pages.slice(1)).toEqual(before.pages.slice(1))
            expect(after.pages[0]).toMatchObject({ id: page })
            expect(done.comments.map(({ suggestion }) => suggestion?.status)).toEqual(chosen.map(() => "applied"))
            const { items } = yield* comments.list(at, { status: "open" })
            expect(items.map(({ id }) => id).sort()).toEqual(ids.filter((id) => !chosen.includes(id)).sort())
          })
        )
      ),
      { numRuns: Math.ceil(numRuns * (storage.name === "memory" ? 1 : 0.2)) }
    )
  )

  it("and leave every other character of a text", () => {
    fc.assert(
      fc.property(pageText, fc.gen(), (text, gen) => {
        const patches = gen(() => patchesIn(text))
        let rest = patched(text, patches)
        for (const { end, start, text: added } of [...patches].reverse()) {
          const shift = patches
            .filter((each) => each.end <= start)
            .reduce((sum, each) => sum + each.text.length - (each.end - each.start), 0)
          expect(rest.slice(start + shift, start + shift + added.length)).toBe(added)
          rest = rest.slice(0, start + shift) + text.slice(start, end) + rest.slice(start + shift + added.length)
        }
        expect(rest).toBe(text)
      }),
      { numRuns: runs(300) }
    )
  })
})
