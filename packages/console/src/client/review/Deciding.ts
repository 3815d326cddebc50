/** Reads the conflicts of a change request, and decides them. It calls the API by what it is given, in any program. */
import { markedParts } from "@lectern/core/internal/content/merge/Markers"
import type { Change, ChangeRequest } from "../api/Objects.js"
import { type Conflict, type Decision, grouped, keyOf } from "./Conflict.js"
import { frontKeyOf, withDecided } from "./MarkedText.js"

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
  /** Those that are listed, and how many are not. */
  readonly listed: { readonly changes: ReadonlyArray<Change>; readonly more: number }
  readonly conflicts: ReadonlyArray<Conflict>
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
  markedParts(text).map((part, index, parts) => {
    const { main, request } = part
    const key = frontKeyOf(text, part, parts)
    const valueOf = (stated: string): string => (key === undefined ? stated : stated.slice(key.length + 1).trimStart())
    return {
      item: id,
      type: "page",
      title,
      ...(path !== undefined && { path }),
      kind: key === undefined ? "block" : "field",
      where: key ?? `markers ${index + 1}`,
      ...(main !== "" && { main: valueOf(main) }),
      ...(request !== "" && { request: valueOf(request) }),
      marked: { main, request }
    }
  })

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
  // A text with markers is decided first: until then, the markers are a part of the request's version.
  const first = new Set(marked.map(({ item }) => item))
  const others = conflicts.filter(({ item, kind }) => kind !== "block" || !first.has(item))
  // What is merged already waits for nobody.
  const open = request.status === "merged" ? [] : [...marked, ...others]
  return { request, changes: changes.length + more, listed: { changes, more }, conflicts: open }
}

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
      const part = parts.find(
        ({ main, request }) => main === conflict.marked?.main && request === conflict.marked.request
      )
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
  const decided = new Set<string>()
  let left = decisions
  for (let tried = 1; left.length > 0; tried++) {
    // Where each conflict is by now: an update may have put it between markers.
    const open = grouped((await readProposed(ask, line)).conflicts, keyOf)
    const found = left.map((decision) => ({ decision, conflict: open.get(keyOf(decision.conflict))?.shift() }))
    gone.push(...found.filter(({ conflict }) => conflict === undefined).map(({ decision }) => decision))
    const marked = found.filter(({ conflict }) => conflict?.marked !== undefined)
    const listed = found.filter(({ conflict }) => conflict !== undefined && conflict.marked === undefined)
    // Whether a page stays is decided before its text, which is a reason to keep it.
    if (listed.length > 0) {
      left = marked.map(({ decision }) => decision)
      const resolutions = listed.map(({ conflict, decision: { choice } }) => ({
        item: conflict!.item,
        where: conflict!.where,
        ...choice
      }))
      try {
        await ask("POST", `${line}/resolve`, { body: { resolutions } })
        for (const { item } of resolutions) decided.add(item)
      } catch (error) {
        if (statusOf(error) !== 404 || tried === tries) throw error
        left = [...left, ...listed.map(({ decision }) => decision)]
      }
      continue
    }
    left = []
    for (const [page, ofPage] of grouped(marked, ({ conflict }) => conflict!.item)) {
      const now = ofPage.map(({ conflict, decision: { choice } }) => ({ choice, conflict: conflict! }))
      const missed = new Set(await decideMarked(ask, line, page, now))
      gone.push(...ofPage.filter((_, index) => missed.has(now[index]!)).map(({ decision }) => decision))
    }
  }
  // What went with a decision about its page was not decided by others.
  return gone.filter(({ conflict }) => !decided.has(conflict.item))
}
