/** What somebody has not seen yet of a change request that they reviewed before. */
import { all, get } from "../api/Api.js"
import type { Change, ChangeRequest, Changes } from "../api/Objects.js"
import { changedOf } from "../comparison/changed.js"
import { changesOf } from "./Deciding.js"

interface Review {
  readonly revision: string
  readonly createdAt: string
  readonly reviewer: { readonly id: string }
}

/** The revision that somebody reviewed last, if the request has changed since. */
export const reviewedBefore = async (
  line: string,
  { revision }: ChangeRequest,
  person: string | undefined
): Promise<string | undefined> => {
  const reviews = await all<Review>(`${line}/reviews`)
  const last = reviews.findLast(({ reviewer }) => reviewer.id === person)
  return last === undefined || last.revision === revision ? undefined : last.revision
}

/** Whether main was brought into a request after one of its revisions. */
const isUpdatedSince = async (line: string, revision: string): Promise<boolean> => {
  for (const { id, type } of await all<{ id: string; type: string }>(`${line}/revisions`)) {
    if (id === revision) return false
    if (type === "update") return true
  }
  return false
}

/**
 * What the request has changed since one of its revisions. Of what an update from main brought, only that counts which the
 * request changes as well.
 */
export const readSince = async (
  space: string,
  line: string,
  { revision }: ChangeRequest,
  since: string,
  whole: Changes
): Promise<Changes> => {
  const [listed, isUpdated] = await Promise.all([
    get<Changes>(`${changesOf(`/spaces/${space}/revisions/${revision}`)}&compare=${since}`),
    isUpdatedSince(line, since)
  ])
  if (!isUpdated) return listed
  const ids = new Set(changedOf(whole).map(({ id }) => id))
  const isOfRequest = (change: Change): boolean => changedOf({ changes: [change] }).some(({ id }) => ids.has(id))
  const { changes, others = [] } = listed
  return { ...listed, changes: changes.filter(isOfRequest), others: others.filter(isOfRequest) }
}
