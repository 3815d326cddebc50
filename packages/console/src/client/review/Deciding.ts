/** Reads the conflicts of a change request, decides them, and reopens them. It calls the API by what it is given, in any program. */
import type { ChangeRequest, Changes } from "../api/Objects.js"
import { changedOf } from "../comparison/changed.js"
import { type Conflict, type Decided, type Decision, grouped, keyOf } from "./Conflict.js"

/** Calls the API, and rejects with an error that has the status of an answer that is no success. */
export type Ask = <A>(method: string, path: string, options?: { readonly body?: unknown }) => Promise<A>

/** What a change request changes, as far as the screen shows it, what of it is to be decided, and what was. */
export interface Proposed {
  readonly request: ChangeRequest
  /** How many items it changes, or more where not all are listed. */
  readonly changes: number
  /** The first of them. */
  readonly listed: Changes
  readonly conflicts: ReadonlyArray<Conflict>
  readonly decided: ReadonlyArray<Decided>
}

interface Found extends Changes {
  readonly conflicts: ReadonlyArray<Conflict>
  readonly marked: ReadonlyArray<Conflict>
  readonly decided: ReadonlyArray<Decided>
}

/** How often something is tried again that somebody else has changed meanwhile. */
const tries = 5

const statusOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "status" in error ? error.status : undefined

/** The address of the list of changes of a request or revision, in parts of 1,000. */
export const changesOf = (address: string): string => `${address}/changes?limit=1000&blocks=false`

/** Reads a change request, its conflicts and its decisions. */
export const readProposed = async (ask: Ask, line: string): Promise<Proposed> => {
  const request = await ask<ChangeRequest>("GET", line)
  const found = await ask<Found>("GET", changesOf(line))
  const { conflicts, decided, marked: between, ...listed } = found
  const marked = between.map((each): Conflict => ({ ...each, isMarked: true }))
  // A text with markers is decided first: until then, the markers are a part of the request's version.
  const decidedFirst = new Set(marked.map(({ item }) => item))
  const others = conflicts.filter(({ item, kind }) => kind !== "block" || !decidedFirst.has(item))
  // What is merged already waits for nobody.
  const open = request.status === "merged" ? [] : [...marked, ...others]
  return { request, changes: changedOf(listed).length + (listed.more ?? 0), listed, conflicts: open, decided }
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
  for (let tried = 1; ; tried++) {
    // Where each conflict is by now: an update may have put it between markers.
    const open = grouped((await readProposed(ask, line)).conflicts, keyOf)
    const found = decisions.map((decision) => ({ decision, conflict: open.get(keyOf(decision.conflict))?.shift() }))
    const gone = found.filter(({ conflict }) => conflict === undefined).map(({ decision }) => decision)
    const resolutions = found.flatMap(({ conflict, decision }) =>
      conflict === undefined ? [] : [{ item: conflict.item, where: conflict.where, ...decision.choice }]
    )
    if (resolutions.length === 0) return gone
    try {
      await ask("POST", `${line}/resolve`, { body: { resolutions } })
      return gone
    } catch (error) {
      if (statusOf(error) !== 404 || tried === tries) throw error
    }
  }
}

/** Undoes decisions: their conflicts are open again. */
export const reopen = (ask: Ask, line: string, decided: ReadonlyArray<Decided>): Promise<unknown> =>
  ask("POST", `${line}/reopen`, { body: { conflicts: decided.map(({ item, where }) => ({ item, where })) } })
