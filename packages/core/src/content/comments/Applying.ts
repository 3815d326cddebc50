/** Applies suggestions: writes the texts that comments propose in the place of the words that they are about. */
import * as Effect from "effect/Effect"
import type { LecternError } from "../../foundation/errors/Errors.js"
import { now } from "../../foundation/ids/Time.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Workers } from "../../foundation/workers/Workers.js"
import type { Actor } from "../../people/access/Actor.js"
import { requireUser } from "../../people/users/Users.js"
import { makeWithinQuota } from "../../storage/blobs/StoredBytes.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { preparedTransaction, Unprepared } from "../../storage/rows/PreparedTransaction.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { PageBounds, requireBounds } from "../../text/markdown/TextBounds.js"
import { ContentWriter, type Line } from "../drafts/ContentWriter.js"
import { makeDraft } from "../drafts/Draft.js"
import { makeEditableLine } from "../drafts/EditableLine.js"
import { type Batch, makeBatchChanges } from "../editing/BatchChanges.js"
import { makePageTexts, type PageTexts } from "../editing/PageTexts.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { makeSavedLines } from "../live-texts/SavedLines.js"
import { loadReader } from "../pages/TextReading.js"
import { pageRef } from "../reading/ReferredPage.js"
import { type AppliedSuggestions, ApplySuggestions } from "./Comment.js"
import type { CommentPlace } from "./CommentPlaces.js"
import type { CommentRecord } from "./CommentRecord.js"
import type { Threads } from "./CommentReplies.js"
import { CommentRepository } from "./CommentRepository.js"
import { type FindWords, makeFindWords } from "./Finding.js"
import { patched, patchesOf } from "./Suggestions.js"

/** Applies the suggestions of comments; the requirements are stated at `Comments`. */
export type Applying = (
  at: CommentPlace,
  input: ApplySuggestions
) => Effect.Effect<AppliedSuggestions, LecternError, Actor>

/** Typed texts are saved before words are found in them, so that nothing has to be merged. */
const notMerged: ReadonlySet<string> = new Set()

const parse = parser(ApplySuggestions)

/** {@link Applying} over the services and repositories of the context. */
export const makeApplying = Effect.fnUntraced(function* ({
  answers,
  find,
  open
}: Pick<Threads, "answers" | "find" | "open">) {
  const storage = yield* Storage
  const comments = yield* CommentRepository
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const writer = yield* ContentWriter
  const lineOf = yield* makeEditableLine
  const lines = yield* makeSavedLines
  const changing = yield* makeBatchChanges
  const findWords = yield* makeFindWords
  const withinQuota = yield* makeWithinQuota
  const workers = yield* Workers
  const bounds = yield* PageBounds
  const { base } = yield* PublicUrls

  const applying: Applying = Effect.fnUntraced(function* (at, input) {
    const { comments: ids } = yield* parse(input)
    yield* loadReader
    const texts = makePageTexts(workers, documents)
    /** Where words were found before the transaction, by the state of the line that they were found in. */
    const prepared = new Map<string, Effect.Effect.Success<ReturnType<FindWords>>>()
    const openLine = lineOf(at.space, at.changeRequest)

    const fill = Effect.fnUntraced(function* (line: Line, of: PageTexts, isRehearsal: boolean, forced = false) {
      const place = yield* open(at)
      const stored = yield* Effect.forEach(ids, (id) => find(place, id))
      const known = prepared.get(line.head.revision)
      if (known === undefined && !isRehearsal && !forced) return yield* new Unprepared()
      const records = stored.map(({ value }) => value)
      const found = known ?? (yield* findWords(line, records))
      if (isRehearsal) prepared.set(line.head.revision, found)
      const draft = makeDraft(items, line.view, { bodies: texts.bodies })
      const batch: Batch = {
        space: at.space,
        draft,
        texts: of,
        refs: new Map(),
        taken: new Map(),
        at: yield* now,
        files: [],
        refer: (page) => pageRef(base, at.space, at.changeRequest, page)
      }
      for (const [page, patches] of yield* patchesOf(records, found)) {
        const { document } = yield* draft.page(page)
        const markdown = patched(document === undefined ? "" : yield* of.markdown(at.space, document), patches)
        if (isRehearsal) yield* requireBounds(workers, "comments", markdown, bounds)
        yield* changing.apply(batch, { operation: "update_page", page, document: { markdown } }, [])
      }
      return { draft, stored }
    })

    const rehearse = Effect.gen(function* () {
      const line = yield* openLine
      const saved =
        line.live !== true
          ? line
          : yield* storage.transaction(Effect.flatMap(openLine, lines.saved), [spaceLock(at.space)])
      yield* fill(saved, texts.rehearsal, true)
    })

    const writeOn = Effect.fnUntraced(function* (line: Line, forced: boolean) {
      const { draft, stored } = yield* fill(line, texts.final(forced ? Number.POSITIVE_INFINITY : 0), false, forced)
      const by = yield* requireUser
      const coauthors = [...new Set(stored.map(({ value }) => value.postedBy))].filter((each) => each !== by).sort()
      const made = yield* writer.edit(line, draft, { whole: notMerged, ...(coauthors.length > 0 && { coauthors }) })
      const revision = made?.id ?? line.head.revision
      const applied = { at: yield* now, by, revision }
      const settled = (comment: CommentRecord): CommentRecord => ({
        ...comment,
        suggestion: { text: comment.suggestion?.text ?? "", applied },
        resolved: comment.resolved ?? { at: applied.at, by }
      })
      const turned = stored.filter(({ value }) => value.resolved === undefined).length
      if (turned > 0) yield* (yield* open(at)).count(-turned)
      const replaced = yield* Effect.forEach(stored, (one: Stored<CommentRecord>) => {
        const next = settled(one.value)
        return Effect.as(comments.replace(one, next), next)
      })
      return { revision, replaced }
    })

    const write = (forced: boolean) =>
      storage.transaction(
        Effect.flatMap(Effect.flatMap(openLine, lines.saved), (line) =>
          withinQuota(line.space.organization)(writeOn(line, forced))
        ),
        [spaceLock(at.space)]
      )
    const { replaced, revision } = yield* preparedTransaction(write, rehearse, true)
    const place = yield* open(at)
    const found = yield* findWords(place, replaced)
    return {
      revision,
      comments: yield* Effect.forEach(replaced, (comment) => answers.comment(place, comment, undefined, found))
    }
  })
  return applying
})
