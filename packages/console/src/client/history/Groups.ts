/** Revisions in groups: what the same people wrote within half an hour is shown as one. */
import type { Author, Revision } from "../api/Objects.js"

/** Revisions that are shown as one, newest first; at least one. */
export type Group = readonly [Revision, ...Array<Revision>]

/** How long after its oldest revision the newest of a group is at most, in milliseconds. */
export const longest = 30 * 60_000

/** The people who made a revision: who is named first, and then the others. */
export const authorsOf = ({ coauthors = [], createdBy }: Revision): ReadonlyArray<Author> =>
  createdBy === undefined ? coauthors : [createdBy, ...coauthors]

const peopleOf = (revision: Revision): string =>
  authorsOf(revision)
    .map(({ id }) => id)
    .sort()
    .join()

/** Whether a revision can be in a group with others: merges and restorations, and what has a name, stand alone. */
const isGrouped = ({ name, type }: Revision): boolean => type === "edits" && name === undefined

/** The groups of revisions, both newest first. Every revision is in one. */
export const groupsOf = (revisions: ReadonlyArray<Revision>): ReadonlyArray<Group> => {
  const groups: Array<[Revision, ...Array<Revision>]> = []
  for (const revision of revisions) {
    const group = groups.at(-1)
    const newest = group?.[0]
    const belongs =
      newest !== undefined &&
      isGrouped(newest) &&
      isGrouped(revision) &&
      peopleOf(newest) === peopleOf(revision) &&
      Date.parse(newest.createdAt) - Date.parse(revision.createdAt) <= longest
    if (belongs) group?.push(revision)
    else groups.push([revision])
  }
  return groups
}
