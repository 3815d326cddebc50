/** Decides which pages are searchable, and when they must be indexed again. */
import type { ItemValue, PageItem } from "../items/Item.js"

/** Whether a page is searchable. */
export const isSearchable = (value: ItemValue | undefined): value is PageItem =>
  value?.kind === "page" && value.type === "document" && value.hidden !== true && value.noIndex !== true

/** Whether two versions of an item differ in their searchable parts. */
export const searchDiffers = (before: ItemValue | undefined, after: ItemValue | undefined): boolean =>
  isSearchable(before) !== isSearchable(after) ||
  (isSearchable(before) &&
    isSearchable(after) &&
    (before.title !== after.title || before.path !== after.path || before.document !== after.document))
