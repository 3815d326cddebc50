/** The body of one page, in the format that was asked for. */
import { Effect } from "effect"
import type { Unavailable } from "../errors/Errors.js"
import { documentTree } from "../markdown/DocumentTree.js"
import { evaluate } from "../markdown/Evaluate.js"
import type { DocumentRepositoryService } from "./DocumentRepository.js"
import type { PageItem } from "./Item.js"
import type { ItemRepositoryService } from "./ItemRepository.js"
import type { Page } from "./Page.js"
import type { View } from "./View.js"

/** How one page is read; see `ReadOptions` for the first two. */
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
  readonly space: string
  readonly view: View
}

/** A page with its body added; groups and links have none. */
export const readPage = (
  source: Source,
  page: Page,
  item: PageItem,
  options: PageReadOptions | undefined
): Effect.Effect<Page, Unavailable> => {
  if (page.type !== "document") return Effect.succeed(page)
  return Effect.map(body(source, item, options?.evaluated === true), (markdown) =>
    options?.format === "document" ? { ...page, document: documentTree(markdown) } : { ...page, markdown }
  )
}

const body = (source: Source, item: PageItem, evaluated: boolean): Effect.Effect<string, Unavailable> =>
  Effect.gen(function* () {
    const markdown = yield* source.documents.markdown(source.space, item.document)
    if (!evaluated) return markdown
    const variables = yield* source.items.find(source.view, "variables")
    const included = new Map<string, string>()
    yield* loadIncludes(source, markdown, included)
    return evaluate(markdown, {
      space: variables?.value.value.kind === "variables" ? variables.value.value.values : {},
      page: item.variables ?? {},
      include: (destination) => included.get(destination.replace("/reusable-contents/", ""))
    })
  })

/** The text of a page with what it computes put in: variables, expressions and included contents. */
export const evaluatedText = (source: Source, item: PageItem): Effect.Effect<string, Unavailable> =>
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
