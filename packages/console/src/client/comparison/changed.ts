/** The changes of a comparison by what has changed. */
import type { Changes } from "../api/Objects.js"
import { texts } from "./texts.js"

/** One changed item of the list: a page, a file or another one, with all that changed in it. */
export interface Changed {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly kinds: ReadonlyArray<string>
  /** The path of a page that is still there. */
  readonly page?: string | undefined
  readonly isPage: boolean
}

/** The items whose changes have no other name, by the type of the change: their ids and names. */
const named: Readonly<Record<string, readonly [id: string, name: string]>> = {
  variables_edited: ["variables", texts.variables],
  redirects_edited: ["redirects", texts.redirects],
  layout_edited: ["source", texts.folder]
}

/** The changes by item, in their order, and then those of the whole space. */
export const changedOf = ({ changes, others = [] }: Pick<Changes, "changes" | "others">): ReadonlyArray<Changed> => {
  const items = new Map<string, Changed>()
  for (const { file, page, reusableContent, type } of [...changes, ...others]) {
    const [ofType, nameOfType] = named[type] ?? [type, type]
    const id = page?.id ?? file?.id ?? reusableContent?.id ?? ofType
    const kind = type.slice(type.lastIndexOf("_") + 1)
    const known = items.get(id)
    const name = page?.title ?? file?.name ?? reusableContent?.title ?? nameOfType
    items.set(id, {
      id,
      name: name || texts.nameless,
      path: page?.path ?? "",
      kinds: [...(known?.kinds ?? []), kind],
      isPage: page !== undefined,
      ...(page !== undefined && type !== "page_deleted" && page.path !== undefined && { page: page.path })
    })
  }
  return [...items.values()]
}
