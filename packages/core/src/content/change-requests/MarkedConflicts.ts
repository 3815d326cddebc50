/** The conflicts that stand between markers in the texts of a change request, and deciding them there. */
import { documentHash } from "../items/DocumentHash.js"
import type { ItemValue } from "../items/Item.js"
import { frontKeyOf, withDecided } from "../merge/MarkedText.js"
import { type MarkedPart, markedParts } from "../merge/Markers.js"
import type { Choice, MergeConflict } from "./MergeConflict.js"

/** Both versions of a conflict as they are between markers. */
export type Versions = Pick<MarkedPart, "main" | "request">

const prefix = "markers "

/** Whether a conflict is one between markers, from its `where`. */
export const isMarked = (where: string): boolean => where.startsWith(prefix)

/** The name of a conflict between markers: it stays the same while others of the text are decided. */
export const markedWhere = ({ main, request }: Versions): string =>
  `${prefix}${documentHash(JSON.stringify([main, request])).slice(0, 12)}`

/** The first of some names that is not taken: `name`, `name-2`, and so on. */
export const freeName = (name: string, isTaken: (name: string) => boolean): string => {
  let free = name
  for (let count = 2; isTaken(free); count++) free = `${name}-${count}`
  return free
}

/** A conflict between markers, with what is there. */
export interface MarkedConflict {
  readonly conflict: MergeConflict
  readonly versions: Versions
}

/** The conflicts between markers in the text of an item, in their order. */
export const markedIn = (value: ItemValue, text: string): ReadonlyArray<MarkedConflict> => {
  const taken = new Set<string>()
  return markedParts(text).map((part, _, parts) => {
    const { main, request } = part
    const key = value.kind === "page" ? frontKeyOf(text, part, parts) : undefined
    const stated = (version: string): string =>
      key === undefined ? version : version.slice(key.length + 1).trimStart()
    const where = freeName(markedWhere(part), (name) => taken.has(name))
    taken.add(where)
    return {
      conflict: {
        item: value.id,
        type: value.kind,
        title: "title" in value ? value.title : value.id,
        ...(value.kind === "page" && value.path !== "" && { path: value.path }),
        kind: key === undefined ? "block" : "field",
        where,
        ...(key !== undefined && { field: key }),
        ...(main !== "" && { main: stated(main) }),
        ...(request !== "" && { request: stated(request) })
      },
      versions: { main, request }
    }
  })
}

/** A text in which the first conflict with these versions is decided; `undefined` if there is none. */
export const withChoice = (text: string, versions: Versions, choice: Choice): string | undefined => {
  const parts = markedParts(text)
  const part = parts.find(({ main, request }) => main === versions.main && request === versions.request)
  return part && withDecided(text, part, parts, "text" in choice ? choice : choice.take)
}
