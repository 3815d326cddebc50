/** The versions of a conflict and what its choices do, in words. */
import type { PageNode } from "../api/Objects.js"
import { findPage } from "../space/Tree.js"
import { texts } from "../texts.js"
import type { Conflict } from "./Conflict.js"
import { words } from "./texts.js"

/** A page with the pages above it, as a path of titles. */
const pathTo = (pages: ReadonlyArray<PageNode>, id: string): string | undefined => {
  const found = findPage(pages, (page) => page.id === id)
  return found && [...found.above, found.page].map(({ title }) => title || texts.untitled).join(" / ")
}

const placeIn = (pages: ReadonlyArray<PageNode>, parent: unknown): string => {
  if (typeof parent !== "string") return words.deleted
  if (parent === "") return words.root
  const path = pathTo(pages, parent)
  return path === undefined ? words.elsewhere : words.inside(path)
}

/** A version of a conflict as it is shown. */
export const shown = (pages: ReadonlyArray<PageNode>, { kind }: Conflict, value: unknown): string => {
  if (kind === "place") return placeIn(pages, value)
  if (kind === "item" && value === undefined) return words.deleted
  if (value === undefined || value === "") return words.nothing
  if (typeof value === "string") return value
  if (typeof value === "boolean") return value ? words.yes : words.no
  if (kind === "item" && typeof value === "object" && value !== null) {
    return Object.entries(value)
      .filter(([name]) => name !== "id" && name !== "type")
      .map(([, each]) => String(each))
      .join(", ")
  }
  return JSON.stringify(value, undefined, 1)
    .replaceAll(/[{}"]|^\s*\n/gm, "")
    .trim()
}

const fieldName = (where: string): string => {
  const [first = "", ...below] = where.split(".")
  const names: Readonly<Record<string, string>> = { ...texts.settings.names, layout: texts.settings.layout }
  return [names[first] ?? first, ...below].join(", ")
}

/** The part that is in conflict. */
export const partOf = ({ field, kind, type, where }: Conflict): string => {
  if (kind !== "field") return words.whatConflicts[kind]
  return type === "page" ? fieldName(field ?? where) : where
}

/** What taking a side does, where the versions alone do not say it. */
export const effectOf = (
  pages: ReadonlyArray<PageNode>,
  conflict: Conflict,
  side: "main" | "request"
): string | undefined => {
  const { base, kind, main, request, title } = conflict
  const value = side === "main" ? main : request
  if (kind === "item") {
    if (value === undefined) return words.deletes(title)
    return side === "main" ? words.keepsMain(title) : words.keepsRequest(title)
  }
  if (kind !== "place") return undefined
  if (request === undefined) return side === "main" ? words.stays(title) : words.goesAway(title)
  // A place without a base is one that cannot be as the request has it.
  if (base === undefined) return side === "main" ? words.asInMain(title) : words.toTheEnd(title)
  return words.goesTo(title, placeIn(pages, value))
}
