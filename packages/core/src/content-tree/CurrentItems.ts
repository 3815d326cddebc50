/** The items of a space at its head. */
import * as Effect from "effect/Effect"
import type {
  FileItem,
  ItemValue,
  PageItem,
  RedirectsItem,
  ReusableContentItem,
  SourceItem,
  VariablesItem
} from "../content/Item.js"
import type { ItemRepositoryService } from "../content/ItemRepository.js"
import type { Unavailable } from "../errors/Errors.js"

/** The items of a space at its head. */
export interface CurrentItems {
  readonly pages: ReadonlyArray<PageItem>
  readonly files: ReadonlyArray<FileItem>
  readonly reusableContents: ReadonlyArray<ReusableContentItem>
  readonly variables?: VariablesItem
  readonly redirects?: RedirectsItem
  readonly source?: SourceItem
}

/** Everything of a space's main line at a revision, by its number; at the head when absent. */
export const currentItems = (
  items: ItemRepositoryService,
  space: string,
  sequence?: number
): Effect.Effect<CurrentItems, Unavailable> =>
  Effect.gen(function* () {
    const view = { line: space, ...(sequence !== undefined && { sequence }) }
    const one = <K extends ItemValue["kind"]>(kind: K) =>
      Effect.map(items.find(view, kind), (found) => {
        const value = found?.value.value
        return value?.kind === kind ? (value as Extract<ItemValue, { kind: K }>) : undefined
      })
    const variables = yield* one("variables")
    const redirects = yield* one("redirects")
    const source = yield* one("source")
    return {
      pages: (yield* items.all(view, "page")).map(({ value }) => value),
      files: (yield* items.all(view, "file")).map(({ value }) => value),
      reusableContents: (yield* items.all(view, "reusable-content")).map(({ value }) => value),
      ...(variables !== undefined && { variables }),
      ...(redirects !== undefined && { redirects }),
      ...(source !== undefined && { source })
    }
  })
