/** Evaluates the text of a page: its variables, its expressions, and the reusable contents that it includes. */
import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import type { WorkersService } from "../../foundation/workers/Workers.js"
import type { HiddenContent } from "../../people/access/Visits.js"
import { evaluationTask } from "../../text/markdown/TextTasks.js"
import type { DocumentRepositoryService } from "../items/DocumentRepository.js"
import type { PageItem } from "../items/Item.js"
import type { ItemRepositoryService } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import { shownItem } from "./ShownContent.js"

/** A text of a page with its variables, expressions and includes evaluated. */
export const evaluated =
  (source: PageSource, item: PageItem) =>
  (markdown: string): Effect.Effect<string, Conflict | Unavailable> =>
    Effect.gen(function* () {
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

/** The evaluated text of a page. */
export const evaluatedText = (source: PageSource, item: PageItem): Effect.Effect<string, Conflict | Unavailable> =>
  Effect.flatMap(source.documents.markdown(source.space, item.document), evaluated(source, item))

/** Loads the reusable contents that a text includes, and their own includes. */
const loadIncludes = (
  source: PageSource,
  markdown: string,
  included: Map<string, string>
): Effect.Effect<void, Unavailable> =>
  Effect.gen(function* () {
    for (const [, id] of markdown.matchAll(/\/reusable-contents\/([\w-]+)/g)) {
      if (id === undefined || included.has(id)) continue
      const value = (yield* shownItem(source.items, source, id))?.value
      if (value?.kind !== "reusable-content") continue
      const text = yield* source.documents.markdown(source.space, value.document)
      included.set(id, text)
      yield* loadIncludes(source, text, included)
    }
  })

/** The source that a page is read from, and the parts of it that are hidden from the reader. */
export interface PageSource {
  readonly items: ItemRepositoryService
  readonly documents: DocumentRepositoryService
  readonly workers: WorkersService
  readonly space: string
  readonly view: View
  readonly hidden: HiddenContent | undefined
}
