/** Comments on words follow them through everything that happens to the content. */
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { Comment } from "@lectern/core/comments/Comment"
import { Comments } from "@lectern/core/comments/Comments"
import type { CommentPlace } from "@lectern/core/content/comments/CommentPlaces"
import type { PageId } from "@lectern/core/content/Page"
import type { RevisionId } from "@lectern/core/content/RevisionId"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { inWorkspace } from "../pages/space.js"
import { countOf, expectedPlace, movedText, storyText } from "./stories.js"

const kinds = ["edit", "edit", "edit", "post", "post", "post", "move", "rename", "remove", "pull", "merge"] as const

/** A text of a page that somebody may comment on, and where it is. */
interface Seen {
  readonly at: CommentPlace
  readonly page: PageId
  readonly revision: RevisionId
  readonly text: string
}

/** A comment as it was posted: the text that it is about, its range there, and its id. */
interface Posted {
  readonly seen: Seen
  readonly range: { readonly start: number; readonly end: number }
  readonly id: string
}

const history = (gen: fc.GeneratorValue, space: CommentPlace["space"]) =>
  Effect.gen(function* () {
    const comments = yield* Comments
    const contents = yield* Contents
    const edits = yield* ContentEdits
    const requests = yield* ChangeRequests
    const one = <A>(all: ReadonlyArray<A>): A => all[gen(fc.nat, { max: all.length - 1 })]!
    const insert = () =>
      ({ operation: "insert_page", title: "Page", document: { markdown: gen(() => storyText) } }) as const
    yield* edits.apply(space, { changes: [insert(), insert(), insert()] })
    const pages = (yield* contents.pages(space)).pages.map(({ id }) => id)
    let request = (yield* requests.create(space, {})).id
    const ended: Array<typeof request> = []
    const seen: Array<Seen> = []
    const posted: Array<Posted> = []
    const places = (): ReadonlyArray<CommentPlace> => [{ space }, { space, changeRequest: request }]
    const lineOf = ({ changeRequest }: CommentPlace) => (changeRequest === undefined ? undefined : { changeRequest })
    const textOf = (at: CommentPlace, page: PageId) =>
      contents.page(space, page, lineOf(at)).pipe(
        Effect.map((found) => ("markdown" in found ? found.markdown : undefined)),
        Effect.catchTag("NotFound", () => Effect.succeed(undefined))
      )
    const look = Effect.fnUntraced(function* (at: CommentPlace, page: PageId) {
      const text = yield* textOf(at, page)
      const revision = (yield* contents.current(space, {}, lineOf(at))).id
      if (text !== undefined && text !== "") seen.push({ at, page, revision, text })
    })
    const check = (at: CommentPlace) =>
      Effect.gen(function* () {
        const { items } = yield* comments.list(at, { limit: 1_000 })
        const own = posted.filter(({ seen }) => seen.at.changeRequest === at.changeRequest)
        expect(items.map(({ id }) => id).sort()).toEqual(own.map(({ id }) => id).sort())
        for (const comment of items) {
          const { range, seen } = own.find(({ id }) => id === comment.id)!
          checkOne(comment, seen.text, range, yield* textOf(at, seen.page))
        }
      })
    const act = Effect.fnUntraced(function* (kind: (typeof kinds)[number]) {
      const at = one(places())
      const page = one(pages)
      const change = (what: object) =>
        Effect.ignore(edits.apply(space, { changes: [{ operation: "update_page", page, ...what }] }, lineOf(at)))
      switch (kind) {
        case "edit": {
          const text = yield* textOf(at, page)
          if (text !== undefined) yield* change({ document: { markdown: gen(() => movedText(text)) } })
          return
        }
        case "rename":
          return yield* change({ title: `Title ${gen(fc.nat, { max: 9 })}` })
        case "move":
          return yield* change({ into: one([null, ...pages]) })
        case "remove":
          return yield* Effect.ignore(edits.apply(space, { changes: [{ operation: "delete_page", page }] }, lineOf(at)))
        case "pull":
          return yield* Effect.ignore(requests.pull(space, request))
        case "merge": {
          if ((yield* Effect.either(requests.merge(space, request)))._tag === "Left") return
          ended.push(request)
          request = (yield* requests.create(space, {})).id
          return
        }
        case "post": {
          yield* look(at, page)
          if (seen.length === 0) return
          const text = gen(fc.boolean) ? seen.at(-1)! : one(seen)
          if ((yield* textOf(text.at, text.page)) === undefined) return
          const start = gen(fc.nat, { max: text.text.length - 1 })
          const range = { start, end: start + 1 + gen(fc.nat, { max: Math.min(60, text.text.length - start - 1) }) }
          const quote = text.text.slice(range.start, range.end)
          const posting = comments.post(text.at, {
            body: { markdown: "?" },
            page: text.page,
            range,
            revision: text.revision,
            quote
          })
          if (!quote.isWellFormed()) {
            expect(yield* Effect.flip(posting)).toMatchObject({ _tag: "Invalid" })
            return
          }
          const comment = yield* posting
          expect(comment.target).toMatchObject({ quote, revision: text.revision })
          posted.push({ seen: text, range, id: comment.id })
        }
      }
    })
    const steps = gen(fc.integer, { min: 5, max: 25 })
    for (let step = 0; step < steps; step++) yield* act(one(kinds))
    for (const at of [...places(), ...ended.map((changeRequest) => ({ space, changeRequest }))]) yield* check(at)
    return posted.length
  })

const checkOne = (
  { target }: Comment,
  before: string,
  range: { readonly start: number; readonly end: number },
  now: string | undefined
): void => {
  const words = before.slice(range.start, range.end)
  expect(target.quote).toBe(words)
  expect(target.page?.outdated).toBe(now === undefined)
  expect(target.lost === true).toBe(target.range === undefined)
  if (now === undefined) expect(target.lost).toBe(true)
  const place = now === undefined ? undefined : expectedPlace(before, now, range)
  if (place !== undefined) expect(target.range).toEqual({ start: place, end: place + words.length })
  if (target.range !== undefined && countOf(now ?? "", words) === 0) {
    expect(target.range.end).toBeLessThanOrEqual(now?.length ?? 0)
    expect(target.range.start).toBeLessThan(target.range.end)
  }
}

const numRuns = runs(60)

describe.each(storages)("comments on words over $name", (storage) => {
  it("are found wherever the words still stand, and never dropped", { timeout: 120_000 + 1_000 * numRuns }, () =>
    fc.assert(
      fc.asyncProperty(fc.gen(), (gen) => inWorkspace(storage, ({ space }) => Effect.asVoid(history(gen, space.id)))),
      { endOnFailure: true, numRuns: Math.ceil(numRuns * (storage.name === "memory" ? 1 : 0.1)) }
    )
  )
})
