/** The body of one page, in the requested format. */
import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import type { WorkersService } from "../../foundation/workers/Workers.js"
import type { DialectName } from "../dialects/DialectName.js"
import type { PageItem } from "../items/Item.js"
import type { DocumentPage, Page } from "../pages/Page.js"
import type { PageSource } from "./EvaluatedText.js"

const evaluation = lazy("the evaluation of pages", () => import("./EvaluatedText.js"))
const written = lazy("the reader of documents", () => import("./DocumentOf.js"))

/** Options for reading one page; see `ReadOptions` for the first two. */
export interface PageReadOptions {
  readonly metadata?: boolean
  readonly computed?: boolean
  /** `markdown` when absent. */
  readonly format?: "markdown" | "document"
  /** Whether expressions, variables and includes are evaluated. */
  readonly evaluated?: boolean
}

/**
 * A page with its body added, which is read unless the caller passes it; groups and links have none. Visitors get the
 * visible part of the text.
 */
export const readPage = (
  source: PageSource,
  page: Page,
  item: PageItem,
  options: PageReadOptions | undefined,
  text?: string
): Effect.Effect<Page, Conflict | Unavailable> => {
  if (page.type !== "document") return Effect.succeed(page)
  const stored = text === undefined ? source.documents.markdown(source.space, item.document) : Effect.succeed(text)
  const body =
    options?.evaluated === true
      ? Effect.flatMap(evaluation.load, ({ evaluated }) => Effect.flatMap(stored, evaluated(source, item)))
      : stored
  return Effect.flatMap(body, (markdown) =>
    withBody(source.workers, page, source.hidden?.visible(markdown).markdown ?? markdown, options, item.dialect)
  )
}

/** A page with a text as its body, in the requested format. */
export const withBody = (
  workers: WorkersService,
  page: DocumentPage,
  markdown: string,
  options: PageReadOptions | undefined,
  dialect?: DialectName
): Effect.Effect<Page, Conflict | Unavailable> =>
  options?.format === "document"
    ? Effect.flatMap(written.load, ({ documentOf }) =>
        Effect.map(documentOf(workers, { markdown, dialect }), (document) => ({ ...page, document }))
      )
    : Effect.succeed({ ...page, markdown })
