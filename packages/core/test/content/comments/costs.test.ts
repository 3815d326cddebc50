/** What comments on words cost: one comparison of each pair of texts, and nothing where the text is the same. */
import { describe, expect, it } from "@effect/vitest"
import { Comments } from "@lectern/core/comments/Comments"
import type { PageId } from "@lectern/core/content/Page"
import { Conflict } from "@lectern/core/errors/Errors"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { inline, Workers } from "@lectern/core/workers/Workers"
import { Effect, Layer } from "effect"
import { storages } from "../../storages.js"
import { as, organization, workspace } from "../../workspace.js"

const body = { markdown: "?" }

/** A space with two pages, and changes of their texts. */
const world = Effect.gen(function* () {
  const { id: org, admin } = yield* organization()
  const own = as(admin)
  const [comments, edits] = [yield* Comments, yield* ContentEdits]
  const { id: space } = yield* own((yield* Spaces).create(org, {}))
  const insert = { operation: "insert_page", document: { markdown: "One two three four.\n" } } as const
  yield* own(edits.apply(space, { changes: [insert, insert] }))
  const pages = (yield* own((yield* Contents).pages(space))).pages.map(({ id }) => id as PageId)
  const at = { space }
  const post = (page: PageId, start: number) => own(comments.post(at, { body, page, range: { start, end: start + 3 } }))
  const write = (page: PageId, markdown: string) =>
    own(edits.apply(space, { changes: [{ operation: "update_page", page, document: { markdown } }] }))
  return { pages, post, write, plain: own(comments.post(at, { body })), list: own(comments.list(at, {})) }
})

describe.each(storages)("comments on words over $name", (storage) => {
  it.effect("compare each pair of texts once for a list, and no text with itself", () => {
    let compared = 0
    const workers = Layer.succeed(Workers, {
      run: (task, input) => {
        if (task.name === "comments/words") compared++
        return inline.run(task, input)
      }
    })
    return Effect.gen(function* () {
      const { list, pages, plain, post, write } = yield* world
      const [one, other] = [pages[0]!, pages[1]!]
      for (const start of [0, 4, 8, 0, 4]) yield* post(one, start)
      yield* plain
      yield* post(other, 0)
      expect((yield* list).count).toBe(7)
      expect(compared).toBe(0)
      yield* write(one, "Zero one. One two three four.\n")
      for (const start of [0, 5]) yield* post(one, start)
      const { items } = yield* list
      expect(compared).toBe(1)
      expect(items.map(({ target }) => target.range?.start)).toEqual([5, 0, 0, undefined, 14, 10, 18, 14, 10])
      yield* write(one, "One two three four. Five.\n")
      yield* list
      expect(compared).toBe(3)
    }).pipe(Effect.provide(workspace(storage, { workers })))
  })

  it.effect("are listed as lost where the texts are too hard to compare", () => {
    const workers = Layer.succeed(Workers, {
      run: (task, input) =>
        task.name === "comments/words" ? new Conflict({ message: "it takes too long" }) : inline.run(task, input)
    })
    return Effect.gen(function* () {
      const { list, pages, post, write } = yield* world
      yield* post(pages[0]!, 0)
      yield* write(pages[0]!, "Another text.\n")
      const { items } = yield* list
      expect(items[0]?.target).toMatchObject({ lost: true, quote: expect.any(String) })
    }).pipe(Effect.provide(workspace(storage, { workers })))
  })
})
