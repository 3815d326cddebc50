/** Which pages search knows, and when it has to read them again. */
import type { ItemValue, PageItem } from "../content/Item.js"

/** Whether a page takes part in search. */
export const isSearchable = (value: ItemValue | undefined): value is PageItem =>
  value?.kind === "page" && value.type === "document" && value.hidden !== true && value.noIndex !== true

/** Whether what search knows of an item differs between two of its versions. */
export const searchDiffers = (before: ItemValue | undefined, after: ItemValue | undefined): boolean =>
  isSearchable(before) !== isSearchable(after) ||
  (isSearchable(before) &&
    isSearchable(after) &&
    (before.title !== after.title || before.path !== after.path || before.document !== after.document))
