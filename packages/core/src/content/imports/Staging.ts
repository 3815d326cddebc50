/**
 * Parts that imports have read and not yet appended: stored as they are found, so that they do not accumulate in
 * memory.
 */
import * as Effect from "effect/Effect"
import { TooLarge, type Unavailable } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { firstLine, isEmoji } from "../../foundation/schema/Text.js"
import { BlobReferences } from "../../storage/blobs/BlobReferences.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { FileLimits, requireRoom } from "../../storage/blobs/FileLimits.js"
import { metered } from "../../storage/blobs/Metered.js"
import { putBytes } from "../../storage/blobs/Pieces.js"
import { jobLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { split } from "../../text/markdown/FrontMatter.js"
import { fileSlug, slug as slugOf } from "../../text/markdown/Slug.js"
import { FileId } from "../files/File.js"
import { fileItem, takeStream } from "../files/FileItems.js"
import { PageId } from "../pages/Page.js"
import { derive } from "../pages/PageMetadata.js"
import { longestDescription, longestTitle } from "../pages/PageTitle.js"
import type { FoundFile, FoundPage, ImportAnswer } from "./Importer.js"
import { answerKey, holderOf, ImportRepository } from "./ImportRepository.js"
import type { ImportPart, StagedPage } from "./ImportRows.js"

/** The outcome for a page or file that was found; `stopped` if the import is no longer running. */
export type Kept = "kept" | "known" | "stopped"

/** The outcome for a file that was found; `large` if it exceeds the maximum size of a file. */
type KeptFile = Kept | "large"

/** Stores and removes parts that imports read. */
export interface Staging {
  readonly page: (id: string, page: FoundPage) => Effect.Effect<Kept, Unavailable>
  readonly file: <E>(id: string, file: FoundFile<E>) => Effect.Effect<KeptFile, E | Unavailable>
  /** Stores the response of an address. */
  readonly answer: (id: string, asked: string, answer: ImportAnswer) => Effect.Effect<Kept, Unavailable>
  /** The response of an address, if it is stored. */
  readonly answered: (id: string, asked: string) => Effect.Effect<ImportAnswer | undefined, Unavailable>
  /** Removes the staged parts of an import, one batch at a time. */
  readonly clear: (id: string) => Effect.Effect<void, Unavailable>
}

const iconName = /^[a-z0-9][a-z0-9-]{0,49}$/

const storable = (text: string): string => text.toWellFormed().replaceAll("\u0000", "")

/** One line of at most this many characters. */
const line = (text: string, length: number): string => firstLine(storable(text), length)

/** A text in which nothing is front matter: a rule, a line with a colon and a rule could otherwise set fields. */
const withoutFrontMatter = (markdown: string): string =>
  split(markdown).yaml === undefined ? markdown : `\n${markdown}`

/** A page as it is staged: values that do not fit into the fields of a page are omitted. */
const stagedPage = (id: PageId, found: FoundPage): StagedPage => {
  const markdown = withoutFrontMatter(storable(found.markdown))
  const title = line(derive(markdown).title ?? found.title, longestTitle) || "Untitled"
  const description = line(found.description ?? "", longestDescription)
  return {
    kind: "page",
    id,
    title,
    slug: found.slug === undefined ? slugOf(title) : fileSlug(found.slug),
    markdown,
    ...(description !== "" && { description }),
    ...(found.emoji !== undefined && isEmoji(found.emoji) && { emoji: found.emoji }),
    ...(found.icon !== undefined && iconName.test(found.icon) && { icon: found.icon })
  }
}

/** {@link Staging} over the repositories of the context. */
export const makeStaging = Effect.gen(function* () {
  const storage = yield* Storage
  const imports = yield* ImportRepository
  const blobs = yield* BlobStore
  const blobReferences = yield* BlobReferences
  const ids = yield* Ids
  const limits = yield* FileLimits

  /** Adds a part while its import is running; a cancelled or finished import gets none. */
  const keep = (id: string, key: string, value: ImportPart["value"]): Effect.Effect<Kept, Unavailable> =>
    storage.transaction(
      Effect.gen(function* () {
        if ((yield* imports.find(id))?.value.status !== "running") return "stopped"
        if (!(yield* imports.append(id, key, value))) return "known"
        if (value.kind !== "page") yield* blobReferences.add(value.hash, holderOf(id))
        return "kept"
      }),
      [jobLock(id)]
    )

  const staging: Staging = {
    page: Effect.fnUntraced(function* (id, found) {
      const answer = found.asked === undefined ? undefined : yield* imports.part(id, answerKey(found.asked))
      const page = answer?.value.kind === "answer" ? answer.value.id : PageId.make(yield* ids.next)
      return yield* keep(id, found.key, stagedPage(page, found))
    }),
    answer: Effect.fnUntraced(function* (id, asked, { bytes, headers, url }) {
      if (yield* imports.has(id, answerKey(asked))) return "known"
      yield* requireRoom(limits, bytes.length)
      const hash = yield* putBytes(blobs, bytes)
      const page = PageId.make(yield* ids.next)
      return yield* keep(id, answerKey(asked), { kind: "answer", id: page, url, headers, hash })
    }),
    answered: Effect.fnUntraced(function* (id, asked) {
      const found = yield* imports.part(id, answerKey(asked))
      if (found?.value.kind !== "answer") return undefined
      const { hash, headers, url } = found.value
      const bytes = yield* blobs.get(hash)
      return bytes === undefined ? undefined : { url, headers, bytes }
    }),
    file: Effect.fnUntraced(function* (id, { bytes, contentType, key, name }) {
      if (yield* imports.has(id, key)) return "known"
      const fields = { name: line(name, 256) || "file", contentType }
      const taken = yield* takeStream(blobs, fields, metered(bytes, limits, key)).pipe(
        Effect.catchIf(
          (error) => error instanceof TooLarge,
          () => Effect.succeed(undefined)
        )
      )
      if (taken === undefined) return "large"
      return yield* keep(id, key, fileItem(FileId.make(yield* ids.next), taken, yield* now))
    }),
    clear: imports.removeParts
  }
  return staging
})
