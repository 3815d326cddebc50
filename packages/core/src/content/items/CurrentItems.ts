/** The complete contents of a space, by kind. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import {
  type FileItem,
  type ItemKind,
  isKind,
  type PageItem,
  type RedirectsItem,
  type ReusableContentItem,
  type SourceItem,
  type VariablesItem
} from "./Item.js"
import type { ItemRepositoryService } from "./ItemRepository.js"
import type { View } from "./View.js"

/** The items of a space, at its head or in another view. */
export interface CurrentItems {
  readonly pages: ReadonlyArray<PageItem>
  readonly files: ReadonlyArray<FileItem>
  readonly reusableContents: ReadonlyArray<ReusableContentItem>
  readonly variables?: VariablesItem
  readonly redirects?: RedirectsItem
  readonly source?: SourceItem
}

/** The contents of a space's main line at a revision, by its number; at the head when absent. */
export const currentItems = (
  items: ItemRepositoryService,
  space: string,
  sequence?: number
): Effect.Effect<CurrentItems, Unavailable> =>
  itemsIn(items, { line: space, ...(sequence !== undefined && { sequence }) })

/** The contents of a view. */
export const itemsIn = (items: ItemRepositoryService, view: View): Effect.Effect<CurrentItems, Unavailable> =>
  Effect.gen(function* () {
    const one = <K extends ItemKind>(kind: K) =>
      Effect.map(items.find(view, kind), (found) => {
        const value = found?.value.value
        return isKind(value, kind) ? value : undefined
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

/** The ids of all items of a space. */
export const idsOf = ({
  files,
  pages,
  redirects,
  reusableContents,
  source,
  variables
}: CurrentItems): ReadonlySet<string> =>
  new Set(
    [...pages, ...files, ...reusableContents, variables, redirects, source].flatMap((item) =>
      item === undefined ? [] : [item.id]
    )
  )
