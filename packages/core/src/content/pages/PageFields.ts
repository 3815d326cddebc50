/** The fields of a page, from the metadata that its text states and the values that a change sets. */

import type { ContentChange } from "../editing/ContentChange.js"
import type { PageItem } from "../items/Item.js"
import type { PageMetadata } from "./PageMetadata.js"

type PageChange = Extract<ContentChange, { operation: "insert_page" | "update_page" }>

/** The fields of a page that its text can state and a change can set. */
export const named = [
  "title",
  "description",
  "icon",
  "emoji",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "condition",
  "cover",
  "layout"
] as const satisfies ReadonlyArray<keyof PageChange & keyof PageItem>

/** All fields of a page that a change sets by name alone. */
const settable = [...named, "label"] as const satisfies ReadonlyArray<keyof PageChange & keyof PageItem>

/** All fields of a page that its text can state. */
export const statable = [...named, "variables"] as const satisfies ReadonlyArray<keyof PageMetadata & keyof PageItem>

/** Whether a page or a change has a field that only front matter states: a title is in the table of contents as well. */
export const needsFrontMatter = (fields: PageItem | PageChange): boolean =>
  statable.some((field) => field !== "title" && field in fields && fields[field as keyof typeof fields] !== undefined)

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0

/**
 * Applies the fields that a change sets; `null`, an empty description and an empty layout remove a field, and so does
 * `false` for a flag.
 */
export const applyNamed = (page: PageItem, change: PageChange): PageItem => {
  const next = { ...page }
  for (const field of settable) {
    const value = change[field]
    if (value === undefined) continue
    if (value === null || value === false || value === "" || isEmpty(value)) Reflect.deleteProperty(next, field)
    else Object.assign(next, { [field]: field === "cover" ? { yPos: 0, ...change.cover } : value })
  }
  return next
}

/**
 * The fields after a new text: values that it states are set, values that only the old text stated are removed, and the
 * rest stays.
 */
export const applyStated = (page: PageItem, before: PageMetadata, after: PageMetadata): PageItem => {
  const next = Object.assign({ ...page }, after)
  for (const field of Object.keys(before)) {
    if (!(field in after) && field !== "title") Reflect.deleteProperty(next, field)
  }
  return next
}

/**
 * The parts of each page that changes set by name, whatever the value: fields, `place`, or `item` for the whole page.
 */
export const partsOf = (
  changes: ReadonlyArray<ContentChange>,
  idOf: (page: string) => string
): ReadonlyMap<string, ReadonlySet<string>> => {
  const parts = new Map<string, Set<string>>()
  for (const change of changes) {
    if (change.operation !== "update_page" && change.operation !== "delete_page") continue
    const id = idOf(change.page)
    const ofPage = parts.get(id) ?? new Set()
    parts.set(id, ofPage)
    if (change.operation === "delete_page") ofPage.add("item")
    else {
      for (const field of [...settable, "slug", "computed"] as const) if (change[field] !== undefined) ofPage.add(field)
      if (change.into !== undefined || change.at !== undefined) ofPage.add("place")
    }
  }
  return parts
}
