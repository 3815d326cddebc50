/** The body of one page, in the requested format. */
import * as Effect from "effect/Effect"
import type { DocumentRepositoryService } from "../content/DocumentRepository.js"
import type { PageItem } from "../content/Item.js"
import type { ItemRepositoryService } from "../content/ItemRepository.js"
import type { DocumentPage, Page } from "../content/Page.js"
import type { View } from "../content/View.js"
import type { Conflict, Unavailable } from "../errors/Errors.js"
import type { VisibleText } from "../markdown/ConditionalText.js"
import { evaluationTask } from "../markdown/TextTasks.js"
import { documentOf } from "../markdown/WrittenDocument.js"
import type { WorkersService } from "../workers/Workers.js"

/** Options for reading one page; see `ReadOptions` for the first two. */
export interface PageReadOptions {
  readonly metadata?: boolean
  readonly computed?: boolean
  /** `markdown` when absent. */
  readonly format?: "markdown" | "document"
  /** Whether expressions, variables and includes are evaluated. */
  readonly evaluated?: boolean
}

/** Where a page is read from. */
interface Source {
  readonly items: ItemRepositoryService
  readonly documents: DocumentRepositoryService
  readonly workers: WorkersService
  readonly space: string
  readonly view: View
}

/**
 * A page with its body added, which is read unless the caller passes it; groups and links have none. Visitors get the
 * `visible` part of the text.
 */
export const readPage = (
  source: Source,
  page: Page,
  item: PageItem,
  options: PageReadOptions | undefined,
  visible?: (markdown: string) => VisibleText,
  text?: string
): Effect.Effect<Page, Conflict | Unavailable> => {
  if (page.type !== "document") return Effect.succeed(page)
  return Effect.flatMap(body(source, item, options?.evaluated === true, text), (markdown) =>
    withBody(source.workers, page, visible === undefined ? markdown : visible(markdown).markdown, options)
  )
}

/** A page with a text as its body, in the requested format. */
export const withBody = (
  workers: WorkersService,
  page: DocumentPage,
  markdown: string,
  options: PageReadOptions | undefined
): Effect.Effect<Page, Conflict | Unavailable> =>
  options?.format === "document"
    ? Effect.map(documentOf(workers, markdown), (document) => ({ ...page, document }))
    : Effect.succeed({ ...page, markdown })

const body = (
  source: Source,
  item: PageItem,
  evaluated: boolean,
  text?: string
): Effect.Effect<string, Conflict | Unavailable> =>
  Effect.gen(function* () {
    const markdown = text ?? (yield* source.documents.markdown(source.space, item.document))
    if (!evaluated) return markdown
    const variables = yield* source.items.find(source.view, "variables")
    const included = new Map<string, string>()
    yield* loadIncludes(source, markdown, included)
    return yield* source.workers.run(evaluationTask, {
      markdown,
      space: variables?.value.value.kind === "variables" ? variables.value.value.values : {},
      page: item.variables ?? {},
      included: Object.fromEntries(included)
    })
  })

/** The text of a page with its variables, expressions and includes evaluated. */
export const evaluatedText = (source: Source, item: PageItem): Effect.Effect<string, Conflict | Unavailable> =>
  body(source, item, true)

/** Loads the reusable contents that a text includes, and those that they include. */
const loadIncludes = (
  source: Source,
  markdown: string,
  included: Map<string, string>
): Effect.Effect<void, Unavailable> =>
  Effect.gen(function* () {
    for (const [, id] of markdown.matchAll(/\/reusable-contents\/([\w-]+)/g)) {
      if (id === undefined || included.has(id)) continue
      const found = yield* source.items.find(source.view, id)
      const value = found?.value.value
      if (value?.kind !== "reusable-content") continue
      const text = yield* source.documents.markdown(source.space, value.document)
      included.set(id, text)
      yield* loadIncludes(source, text, included)
    }
  })
