/** Turns what was typed on a line into a revision of it. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { now } from "../../foundation/ids/Time.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Workers } from "../../foundation/workers/Workers.js"
import { Actor, system, user } from "../../people/access/Actor.js"
import { UserId } from "../../people/users/User.js"
import { findBoundsProblem, PageBounds } from "../../text/markdown/TextBounds.js"
import { ContentWriter, type Line } from "../drafts/ContentWriter.js"
import { makeDraft } from "../drafts/Draft.js"
import { type Batch, makeBatchChanges } from "../editing/BatchChanges.js"
import { makePageTexts } from "../editing/PageTexts.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import type { ItemValue } from "../items/Item.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { PageId } from "../pages/PageId.js"
import { pageRef } from "../reading/ReferredPage.js"
import { followHead, isEditable } from "./Following.js"
import { LiveTextRepository } from "./LiveTextRepository.js"
import { typedText } from "./TypedText.js"

/** The pages whose typed texts were saved, as they were before. */
export type Typed = ReadonlyMap<string, ItemValue>

/**
 * Saves what was typed on a line as one revision, whose authors are all who typed; inside a transaction that has locked the
 * space. A text that cannot be one, because its front matter is not YAML for example, stays as it is, with the reason.
 */
export const makeSaving = Effect.gen(function* () {
  const context = yield* Effect.context<DocumentRepository | ItemRepository | LiveTextRepository>()
  const live = yield* LiveTextRepository
  const documents = yield* DocumentRepository
  const items = yield* ItemRepository
  const writer = yield* ContentWriter
  const changing = yield* makeBatchChanges
  const workers = yield* Workers
  const bounds = yield* PageBounds
  const { base } = yield* PublicUrls

  return Effect.fnUntraced(function* (line: Line): Effect.fn.Return<Typed, Unavailable, never> {
    const texts = makePageTexts(workers, documents)
    const draft = makeDraft(items, line.view, { bodies: texts.bodies })
    const batch: Batch = {
      space: line.space.id,
      draft,
      texts: texts.final(Number.POSITIVE_INFINITY),
      refs: new Map(),
      taken: new Map(),
      at: yield* now,
      files: [],
      refer: (page) => pageRef(base, line.space.id, undefined, page)
    }
    const saved = new Map<string, ItemValue>()
    let isTyped = false
    const authors: Array<string> = []
    for (const stored of yield* live.ofLine(line.view.line)) {
      const { page, problem: known } = stored.value
      const { text, unsaved } = yield* typedText({ documents, live }, stored.value)
      const before = yield* draft.item(page)
      if (unsaved.length === 0 || !isEditable(before)) continue
      const applied = yield* Effect.either(
        Effect.gen(function* () {
          const problem = yield* findBoundsProblem(workers, text, bounds)
          if (problem !== undefined) return problem
          yield* changing.apply(
            batch,
            { operation: "update_page", page: PageId.make(page), document: { markdown: text } },
            []
          )
          return undefined
        })
      )
      if (Either.isLeft(applied) && applied.left._tag === "Unavailable") return yield* applied.left
      const problem = Either.isLeft(applied) ? ("message" in applied.left ? applied.left.message : "") : applied.right
      if (problem !== known) {
        const { problem: _, ...rest } = stored.value
        yield* live.replace(stored, { ...rest, ...(problem !== undefined && { problem }) })
      }
      if (problem !== undefined) continue
      isTyped = true
      saved.set(page, before)
      authors.push(...unsaved.flatMap(({ user }) => user ?? []))
    }
    if (!isTyped) return saved
    const author = authors.at(-1)
    const coauthors = [...new Set(authors)].filter((each) => each !== author).sort()
    const by = Effect.provideService(Actor, author === undefined ? system : user(UserId.make(author)))
    const write = writer.edit(
      { ...line, typed: new Map() },
      draft,
      coauthors.length === 0 ? {} : { coauthors: coauthors.map((each) => UserId.make(each)) }
    )
    // Only texts that were typed meanwhile could conflict with it, and the space is locked.
    const revision = yield* by(Effect.catchTag(write, "Conflict", Effect.die))
    if (revision === undefined) yield* by(Effect.provide(followHead(line.view), context))
    return saved
  })
})
