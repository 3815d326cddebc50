/** The content that a merge without conflicts must have: everything that either side did since the base. */

import type { PageItem } from "@lectern/core/content/items/Item"
import { sameValue } from "@lectern/core/content/items/SameValue"
import { patch } from "@lectern/core/content/pages/PageMetadataPatch"
import { expect } from "vitest"
import type { Form, Row } from "./sessions.js"

/** The three sides of a merge, and its result. */
export interface Merge {
  readonly base: Form
  readonly main: Form
  readonly request: Form
  readonly merged: Form
}

const fields = ["title", "label", "icon", "description", "emoji", "hidden", "noIndex", "condition", "parent"] as const

const isEdited = (before: Row, after: Row): boolean =>
  fields.some((field) => before[field] !== after[field]) ||
  before.markdown !== after.markdown ||
  after.slug !== before.slug

/** A slug before it was numbered, so that no sibling has it. */
export const unnumbered = (slug: string): string => slug.replace(/(?:-\d+)+$/, "")

const byId = ({ pages }: Form): ReadonlyMap<string, Row> => new Map(pages.map((page) => [page.id, page]))

/** Texts are equal except for the fields that they state, which match the page. */
const isText = (page: Row, text: string): boolean => page.markdown === text || page.markdown === patch(text, page)

const expectMerged = (base: Row, main: Row, request: Row, merged: Row, all: ReadonlyArray<PageItem>): void => {
  for (const field of fields) {
    if (sameValue(base[field], request[field])) expect([field, merged[field]]).toEqual([field, main[field]])
    else if (sameValue(base[field], main[field])) expect([field, merged[field]]).toEqual([field, request[field]])
  }
  const text = base.markdown === request.markdown ? main : base.markdown === main.markdown ? request : undefined
  if (text !== undefined && !isText(merged, text.markdown)) expect(merged.markdown).toBe(text.markdown)
  const side = base.slug === request.slug ? main : base.slug === main.slug ? request : undefined
  if (side !== undefined) expect(unnumbered(merged.slug)).toBe(unnumbered(side.slug))
  const placed = base.position === request.position ? main : base.position === main.position ? request : undefined
  if (placed === undefined || placed.parent !== merged.parent || merged.position === placed.position) return
  const isTaken = all.some(({ parent, position }) => parent === merged.parent && position === placed.position)
  expect(isTaken, `${merged.id} has another place than the side that put it there`).toBe(true)
}

/** Everything that one side changed is as that side has it; parts that nobody changed are as they were. */
export const expectNothingLost = ({ base, main, merged, request }: Merge): void => {
  const [before, ours, theirs, after] = [byId(base), byId(main), byId(request), byId(merged)]
  const ids = new Set([...before.keys(), ...ours.keys(), ...theirs.keys(), ...after.keys()])
  for (const id of ids) {
    const [b, m, r, found] = [before.get(id), ours.get(id), theirs.get(id), after.get(id)]
    const only = m ?? r
    if (only === undefined) expect(found, `${id} has been deleted by both`).toBeUndefined()
    else if (b === undefined || (m !== undefined && r !== undefined)) {
      expect(found, `${id} is gone`).toBeDefined()
      if (found !== undefined) expectMerged(b ?? only, m ?? only, r ?? only, found, merged.pages)
    } else {
      expect(isEdited(b, only), `${id} was deleted and edited, without a conflict`).toBe(false)
      expect(found, `${id} is still there`).toBeUndefined()
    }
  }
  expect(merged.files).toEqual([...new Set([...main.files, ...request.files])].sort())
}
