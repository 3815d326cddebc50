/** The conflicts that stand between markers in the texts of a change request, and deciding them there. */
import { documentHash } from "../items/DocumentHash.js"
import type { ItemValue } from "../items/Item.js"
import { frontKeyOf, withDecided } from "../merge/MarkedText.js"
import { type MarkedPart, markedParts } from "../merge/Markers.js"
import type { Choice, MergeConflict } from "./MergeConflict.js"

/** Both versions of a conflict as they are between markers. */
export interface Versions extends Pick<MarkedPart, "main" | "request"> {
  /** How many parts before it have the same versions. */
  readonly ordinal: number
}

const prefix = "markers "

/** Whether a conflict is one between markers, from its `where`. */
export const isMarked = (where: string): boolean => where.startsWith(prefix)

/** The name of a conflict between markers: it stays the same while others of the text are decided. */
export const markedWhere = ({ main, request }: Pick<MarkedPart, "main" | "request">): string =>
  `${prefix}${documentHash(JSON.stringify([main, request])).slice(0, 12)}`

/** The first of some names that is not taken: `name`, `name-2`, and so on. */
export const freeName = (name: string, isTaken: (name: string) => boolean): string => {
  let free = name
  for (let count = 2; isTaken(free); count++) free = `${name}-${count}`
  return free
}

const isSame = (a: Pick<MarkedPart, "main" | "request">, b: Pick<MarkedPart, "main" | "request">): boolean =>
  a.main === b.main && a.request === b.request

/** A conflict between markers, with what is there. */
export interface MarkedConflict {
  readonly conflict: MergeConflict
  readonly versions: Versions
}

/** The conflicts between markers in the text of an item, in their order. */
export const markedIn = (value: ItemValue, text: string): ReadonlyArray<MarkedConflict> => {
  const taken = new Set<string>()
  return markedParts(text).map((part, index, parts) => {
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
      versions: { main, request, ordinal: parts.slice(0, index).filter((each) => isSame(each, part)).length }
    }
  })
}

const withChoice = (text: string, { choice, versions }: Chosen): string => {
  const parts = markedParts(text)
  const part = parts.filter((each) => isSame(each, versions))[versions.ordinal]
  return part === undefined ? text : withDecided(text, part, parts, "text" in choice ? choice : choice.take)
}

/** A conflict between markers with its decision. */
export interface Chosen {
  readonly versions: Versions
  readonly choice: Choice
}

/** A text in which these conflicts are decided; those that it does not have are passed over. */
export const withChoices = (text: string, chosen: ReadonlyArray<Chosen>): string =>
  // The last first, so that the others of the same versions keep their ordinals.
  chosen.toSorted((one, other) => other.versions.ordinal - one.versions.ordinal).reduce(withChoice, text)
