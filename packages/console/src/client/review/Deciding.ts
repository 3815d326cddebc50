/** Reads the conflicts of a change request, and decides them. It calls the API by what it is given, in any program. */
import { type MarkedPart, markedParts } from "@lectern/core/internal/content/merge/Markers"
import type { ChangeRequest } from "../api/Objects.js"
import { type Conflict, type Decision, keyOf } from "./Conflict.js"
import { withDecided } from "./MarkedText.js"

/** Calls the API, and rejects with an error that has the status of an answer that is no success. */
export type Ask = <A>(
  method: string,
  path: string,
  options?: { readonly body?: unknown; readonly match?: string }
) => Promise<A>

/** What a change request changes, as far as the screen shows it, and what of it is to be decided. */
export interface Proposed {
  readonly request: ChangeRequest
  /** The number of changes. */
  readonly changes: number
  readonly conflicts: ReadonlyArray<Conflict>
}

interface Change {
  readonly type: string
  readonly page?: { readonly id: string; readonly title: string; readonly path?: string }
  readonly blocks?: ReadonlyArray<{ readonly text?: string; readonly after?: string }>
}

interface Changes {
  readonly changes: ReadonlyArray<Change>
  readonly more?: number
  readonly conflicts: ReadonlyArray<Conflict>
}

const mark = "<<<<<<< main"

/** How many pages are read at the same time. */
const together = 6

/** How often something is tried again that somebody else has changed meanwhile. */
const tries = 5

const statusOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "status" in error ? error.status : undefined

const textOf = async (ask: Ask, line: string, page: string): Promise<string> =>
  (await ask<{ markdown?: string }>("GET", `${line}/content/page/${page}?format=markdown`)).markdown ?? ""

/** The marked parts of a page's text, as conflicts. */
const markedIn = ({ id, path, title }: NonNullable<Change["page"]>, text: string): ReadonlyArray<Conflict> =>
  markedParts(text).map(({ main, request }, index) => ({
    item: id,
    type: "page",
    title,
    ...(path !== undefined && { path }),
    kind: "block",
    where: `markers ${index + 1}`,
    ...(main !== "" && { main }),
    ...(request !== "" && { request }),
    isMarked: true
  }))

/** Reads a change request and its conflicts. Only an update leaves markers, so texts are looked at only after one. */
export const readProposed = async (ask: Ask, line: string): Promise<Proposed> => {
  const request = await ask<ChangeRequest>("GET", line)
  const isUpdated = request.revisionMergedAncestor !== undefined
  const { changes, conflicts, more = 0 } = await ask<Changes>("GET", `${line}/changes?limit=1000&blocks=${isUpdated}`)
  const suspects = isUpdated
    ? changes.filter(
        ({ blocks, page, type }) =>
          page !== undefined &&
          (type === "page_created" || (blocks ?? []).some(({ after, text }) => (after ?? text)?.includes(mark)))
      )
    : []
  const marked: Array<Conflict> = []
  for (let at = 0; at < suspects.length; at += together) {
    const found = suspects
      .slice(at, at + together)
      .map(async ({ page }) => markedIn(page!, await textOf(ask, line, page!.id)))
    marked.push(...(await Promise.all(found)).flat())
  }
  return { request, changes: changes.length + more, conflicts: [...marked, ...conflicts] }
}

const isSame = (conflict: Conflict, { main, request }: MarkedPart): boolean =>
  (conflict.main ?? "") === main && (conflict.request ?? "") === request

/** Decides marked parts of one page by an edit of its text. Returns those that were not there any more. */
const decideMarked = async (
  ask: Ask,
  line: string,
  page: string,
  decisions: ReadonlyArray<Decision>
): Promise<ReadonlyArray<Decision>> => {
  for (let tried = 1; ; tried++) {
    const { revision } = await ask<ChangeRequest>("GET", line)
    const before = await textOf(ask, line, page)
    let text = before
    const gone = decisions.filter(({ choice, conflict }) => {
      const parts = markedParts(text)
      const part = parts.find((each) => isSame(conflict, each))
      if (part === undefined) return true
      text = withDecided(text, part, parts, "take" in choice ? choice.take : choice)
      return false
    })
    if (text === before) return gone
    const changes = [{ operation: "update_page", page, document: { markdown: text } }]
    try {
      await ask("POST", `${line}/content`, { body: { changes }, match: revision })
      return gone
    } catch (error) {
      if (statusOf(error) !== 412 || tried === tries) throw error
    }
  }
}

/**
 * Decides conflicts, and returns the decisions that found no conflict with these values any more: somebody else has
 * decided it, or one of the sides has changed it again.
 */
export const decide = async (
  ask: Ask,
  line: string,
  decisions: ReadonlyArray<Decision>
): Promise<ReadonlyArray<Decision>> => {
  const gone: Array<Decision> = []
  const marked = Map.groupBy(
    decisions.filter(({ conflict }) => conflict.isMarked),
    ({ conflict }) => conflict.item
  )
  for (const [page, ofPage] of marked) gone.push(...(await decideMarked(ask, line, page, ofPage)))
  let others = decisions.filter(({ conflict }) => conflict.isMarked === undefined)
  for (let tried = 1; others.length > 0; tried++) {
    const { conflicts } = await readProposed(ask, line)
    const known = new Set(conflicts.map(keyOf))
    gone.push(...others.filter(({ conflict }) => !known.has(keyOf(conflict))))
    others = others.filter(({ conflict }) => known.has(keyOf(conflict)))
    if (others.length === 0) break
    const resolutions = others.map(({ choice, conflict: { item, where } }) => ({ item, where, ...choice }))
    try {
      await ask("POST", `${line}/resolve`, { body: { resolutions } })
      break
    } catch (error) {
      if (statusOf(error) !== 404 || tried === tries) throw error
    }
  }
  return gone
}
