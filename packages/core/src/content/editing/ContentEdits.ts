/**
 * Edits content: a batch of changes becomes one revision, or none.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { invalid, type LecternError, PreconditionFailed } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Workers } from "../../foundation/workers/Workers.js"
import type { Actor } from "../../people/access/Actor.js"
import type { SpaceId } from "../../people/places/Space.js"
import { makeWithinQuota } from "../../storage/blobs/StoredBytes.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { preparedTransaction } from "../../storage/rows/PreparedTransaction.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { conditionProblem } from "../../text/conditions/ConditionText.js"
import { PageBounds, requireBounds } from "../../text/markdown/TextBounds.js"
import type { ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { ContentWriter, type Line } from "../drafts/ContentWriter.js"
import { makeDraft } from "../drafts/Draft.js"
import { makeEditableLine } from "../drafts/EditableLine.js"
import { makeToFile } from "../files/FileAnswer.js"
import { makeTakeFiles } from "../files/FilesOfBatches.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { makeSavedLines } from "../live-texts/SavedLines.js"
import { partsOf } from "../pages/PageFields.js"
import { isPlain, loadReader } from "../pages/TextReading.js"
import { pageRef } from "../reading/ReferredPage.js"
import { type Batch, makeBatchChanges } from "./BatchChanges.js"
import { ContentBatch, type ContentChange } from "./ContentChange.js"
import type { ContentUpdate, Outcome } from "./ContentUpdate.js"
import { makePageTexts, unrehearsed } from "./PageTexts.js"

/** The target of a batch, and its preconditions. */
export interface EditOptions {
  /** The change request to edit; main when absent. */
  readonly changeRequest?: ChangeRequestRef
  /** The revisions of which one must be current. */
  readonly expected?: ReadonlyArray<string>
}

/** Edits the content of spaces and of change requests. */
export interface ContentEditsService {
  /**
   * Applies the changes in order, as one revision or not at all, and returns the result of each, with the current
   * revision; a batch that changes nothing creates no revision. Takes time proportional to the changes, whatever else
   * the space contains. Needs `edit`; fails with `Conflict` if the space is locked or the change request is merged or
   * archived, with `PreconditionFailed` if the current revision is not an expected one, with `NotFound` for a page that
   * does not exist, and with `Invalid` for an invalid field or a text beyond its bounds. Files are fetched first, for
   * callers who may edit; a file that cannot be fetched is `Invalid` as well.
   */
  readonly apply: (
    space: SpaceId,
    batch: ContentBatch,
    options?: EditOptions
  ) => Effect.Effect<ContentUpdate, LecternError, Actor>
}

/** The service that edits content. */
export class ContentEdits extends Context.Tag("@lectern/core/ContentEdits")<ContentEdits, ContentEditsService>() {}

const parseBatch = parser(ContentBatch)

/** Fails with `Invalid` if a condition does not parse. */
const requireCondition = Effect.fnUntraced(function* (change: ContentChange, at: number) {
  if (!("condition" in change) || typeof change.condition !== "string") return
  const problem = yield* conditionProblem(change.condition)
  if (problem !== undefined) return yield* invalid(`changes.${at}.condition`, problem)
})

/** Whether the texts of a change, or the stored ones that it affects, may need a parser. */
const needsReader = (change: ContentChange): boolean =>
  change.operation === "update_page" ||
  ("document" in change && change.document !== undefined && !isPlain(change.document.markdown))

/** The id of the page that a change edits, if it is named by that. */
const editedPage = (change: ContentChange): ReadonlyArray<string> =>
  change.operation === "update_page" && !change.page.startsWith("./") ? [change.page] : []

/** Whether a change replaces the text of a page. */
const hasText = (change: ContentChange): change is Extract<ContentChange, { operation: "update_page" }> =>
  change.operation === "update_page" && change.document !== undefined

/** The length of the texts of a change. */
const lengthOf = (change: ContentChange): number =>
  "document" in change && change.document !== undefined ? change.document.markdown.length : 0

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const writer = yield* ContentWriter
  const lineOf = yield* makeEditableLine
  const lines = yield* makeSavedLines
  const takeFiles = yield* makeTakeFiles
  const changing = yield* makeBatchChanges
  const withinQuota = yield* makeWithinQuota
  const workers = yield* Workers
  const ids = yield* Ids
  const { base } = yield* PublicUrls
  const toFile = yield* makeToFile
  const bounds = yield* PageBounds

  /**
   * Allocates ids for everything that the batch creates, up front, so that a text may refer to something later in it.
   */
  const allocate = Effect.fnUntraced(function* (changes: ReadonlyArray<ContentChange>) {
    const refs = new Map<string, { readonly kind: "page" | "file"; readonly id: string }>()
    const own: Array<ReadonlyArray<string>> = []
    for (const change of changes) {
      const made =
        change.operation === "insert_page" ? [change] : change.operation === "insert_files" ? change.files : []
      const kind = change.operation === "insert_page" ? "page" : "file"
      own.push(yield* Effect.forEach(made, () => ids.next))
      for (const [index, { ref }] of made.entries()) {
        if (ref === undefined) continue
        if (refs.has(ref)) return yield* invalid("ref", `expected each name once, ${ref} is used twice`)
        refs.set(ref, { kind, id: own.at(-1)?.[index] ?? "" })
      }
    }
    return { refs, own }
  })

  const requireExpected = ({ head }: Line, expected: ReadonlyArray<string> | undefined) =>
    expected === undefined || expected.includes(head.revision)
      ? Effect.void
      : Effect.fail(new PreconditionFailed({ message: `the current revision is ${head.revision}` }))

  const service: ContentEditsService = {
    apply: Effect.fnUntraced(function* (id, input, options = {}) {
      const { changes } = yield* parseBatch(input)
      yield* Effect.forEach(changes, requireCondition, { discard: true })
      for (const change of changes) {
        if ("document" in change && change.document !== undefined) {
          yield* requireBounds(workers, "document", change.document.markdown, bounds)
        }
      }
      if (changes.some(needsReader)) yield* loadReader
      const { changeRequest, expected } = options
      const open = Effect.tap(lineOf(id, changeRequest, changes.flatMap(editedPage)), (line) =>
        requireExpected(line, expected)
      )
      if (changes.some(({ operation }) => operation === "insert_files")) yield* open
      const { claim, files: taken } = yield* takeFiles(id, changes)
      const { refs, own } = yield* allocate(changes)
      const at = yield* now
      const texts = makePageTexts(workers, documents)

      const fill = Effect.fnUntraced(function* (line: Line, of: Batch["texts"]) {
        const batch: Batch = {
          space: id,
          draft: makeDraft(items, line.view, {
            bodies: texts.bodies,
            ...(line.items !== undefined && { items: line.items })
          }),
          texts: of,
          refs,
          taken,
          at,
          files: [],
          refer: (page) => pageRef(base, id, changeRequest, page)
        }
        const outcomes: Array<Outcome> = []
        for (const [index, change] of changes.entries()) {
          outcomes.push(...(yield* changing.apply(batch, change, own[index] ?? [])))
        }
        return { batch, outcomes }
      })
      const rehearse = Effect.flatMap(open, (line) => fill(line, texts.rehearsal))
      const writeOn = Effect.fnUntraced(function* (line: Line, limit: number) {
        const { batch, outcomes } = yield* fill(line, texts.final(limit))
        yield* claim
        const named = partsOf(changes, (page) => changing.idOf(batch, page))
        const whole = new Set(changes.filter(hasText).map(({ page }) => changing.idOf(batch, page)))
        const update: ContentUpdate = {
          object: "content-update",
          revision: (yield* writer.edit(line, batch.draft, { named, whole }))?.id ?? line.head.revision,
          changes: outcomes,
          insertedFiles: yield* Effect.forEach(batch.files, (value) =>
            toFile(line.space, { line: line.view.line, value }, true)
          )
        }
        return update
      })
      const write = (limit: number) =>
        storage.transaction(
          Effect.flatMap(Effect.flatMap(open, lines.saved), (line) =>
            withinQuota(line.space.organization)(writeOn(line, limit))
          ),
          [spaceLock(id)]
        )
      const length = changes.reduce((sum, change) => sum + lengthOf(change), 0)
      return yield* preparedTransaction(
        (forced) => write(forced ? Number.POSITIVE_INFINITY : unrehearsed),
        rehearse,
        length > unrehearsed
      )
    })
  }
  return service
})

/** {@link ContentEdits} over the services and repositories of the context. */
export const service = serviceOf(ContentEdits, make)
