/** Reads the pages of an opened space as they are rendered, with embedded content as the reader may see it. */
import * as Effect from "effect/Effect"
import { DocumentRepository } from "../../content/items/DocumentRepository.js"
import type { FileItem } from "../../content/items/Item.js"
import { ItemRepository } from "../../content/items/ItemRepository.js"
import { ComputedPages } from "../../content/openapi-registry/ComputedPages.js"
import { cutId, isComputed } from "../../content/reading/ComputedReading.js"
import { evaluated, evaluatedText } from "../../content/reading/EvaluatedText.js"
import { type Opened, shownItem } from "../../content/reading/ShownContent.js"
import { notFound } from "../../foundation/errors/Errors.js"
import { countPage } from "../../foundation/quotas/RequestCost.js"
import { Workers } from "../../foundation/workers/Workers.js"
import { visibleText } from "../../text/markdown/ConditionalText.js"
import { makeEmbeddedSpecs } from "../pdf/EmbeddedSpecs.js"
import { type AskedFields, readingTask } from "./ReadingTask.js"
import type { ReadPage } from "./ReadSite.js"

/** The maximum size in bytes of the specifications that one page may show parts of. */
const specsLimit = 16 * 1024 * 1024

/** The part of a text that its reader sees; members see the first branch of each condition. */
const visibleTo = ({ hidden }: Opened, text: string) => hidden?.visible(text) ?? visibleText(text, () => true)

/** Reads pages, over the services of the context. */
export const makeOpenedPages = Effect.gen(function* () {
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const workers = yield* Workers
  const computedPages = yield* ComputedPages
  const embeddedSpecs = yield* makeEmbeddedSpecs

  /** The text of a page, whatever its source, and its dialect; `markdown` in the place of the stored one. */
  const textOf = Effect.fnUntraced(function* (opened: Opened, id: string, markdown?: string) {
    if (typeof id !== "string") return yield* notFound("page")
    const below = cutId(id)
    const found = (yield* shownItem(items, opened, below?.parent ?? id))?.value
    if (found?.kind !== "page") return yield* notFound("page")
    if (isComputed(found)) {
      const evaluated = computedPages.evaluate(opened, found.computed)
      const { introduction, pages } = yield* Effect.zipRight(countPage, evaluated)
      const text = below === undefined ? introduction : pages.find(({ slug }) => slug === below.slug)?.markdown
      return { text: text ?? (yield* notFound("page")) }
    }
    if (below !== undefined) return yield* notFound("page")
    const { hidden, space, view } = opened
    const source = { items, documents, workers, space: space.id, view, hidden }
    const text = yield* markdown === undefined ? evaluatedText(source, found) : evaluated(source, found)(markdown)
    return { text, dialect: found.dialect }
  })

  const file = (opened: Opened, id: string) =>
    Effect.map(shownItem(items, opened, id), (found) => (found?.value.kind === "file" ? found.value : undefined))

  /** A page with the files that it shows: files in its text, and its `covers`. */
  const page = Effect.fnUntraced(function* (
    opened: Opened,
    id: string,
    language: string,
    covers: ReadonlyArray<string> = [],
    asked?: AskedFields | "everything",
    typed?: string
  ) {
    const { dialect, text: whole } = yield* textOf(opened, id, typed)
    const { isConditional, markdown } = visibleTo(opened, whole)
    const files = new Map<string, FileItem>()
    for (const each of [...covers, ...Array.from(markdown.matchAll(/\/files\/([\w-]+)/g), ([, named]) => named)]) {
      if (each === undefined || files.has(each)) continue
      const item = yield* file(opened, each)
      if (item !== undefined) files.set(each, item)
    }
    const specs = yield* embeddedSpecs(opened, [markdown], specsLimit)
    const text = yield* workers.run(readingTask, { language, markdown, dialect, specs, asked })
    const read: ReadPage = { ...text, markdown, files, isConditional }
    return read
  })

  return { file, page }
})
