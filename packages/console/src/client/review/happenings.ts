/** What happened to a change request, in order. */
import { get, isMissing } from "../api/Api.js"
import type { ChangeRequest, DocumentNode, User } from "../api/Objects.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { words } from "./texts.js"

/** Something that happened. */
export interface Happening {
  readonly id: string
  readonly at: string
  readonly who: string | undefined
  readonly what: string
  readonly text?: DocumentNode
  readonly isOutdated?: boolean
}

interface Revision {
  readonly id: string
  readonly type: string
  readonly createdAt: string
  readonly createdBy?: User
}

interface Comment {
  readonly id: string
  readonly postedBy: User
  readonly postedAt: string
  readonly body: { readonly document: DocumentNode }
  readonly target: { readonly page?: unknown }
}

interface Review {
  readonly id: string
  readonly reviewer: User
  readonly status: "approved" | "changes-requested"
  readonly outdated: boolean
  readonly createdAt: string
  readonly comment?: Comment
}

/** How many of each kind are shown. */
const most = 50

type List<A> = { readonly items: ReadonlyArray<A> }

const ofRevision = ({ createdAt, createdBy, id, type }: Revision): Happening => ({
  id,
  at: createdAt,
  who: createdBy?.displayName,
  what: type === "update" ? words.events.update : type === "rollback" ? words.events.rollback : words.events.revision
})

/** Several edits of one person in a row are one. */
const together = (happenings: ReadonlyArray<Happening>): ReadonlyArray<Happening> => {
  const found: Array<Happening & { readonly count: number }> = []
  for (const each of happenings) {
    const before = found.at(-1)
    if (each.what === words.events.revision && before?.what.startsWith(each.what) && before.who === each.who) {
      const count = before.count + 1
      found[found.length - 1] = { ...each, count, what: words.edits(count) }
    } else found.push({ ...each, count: 1 })
  }
  return found
}

const mergeOf = async (space: string, revision: string): Promise<ReadonlyArray<Happening>> => {
  const { items } = await get<List<Revision>>(`/spaces/${space}/revisions?limit=${most}`)
  const found = items.find(({ id }) => id === revision)
  return found === undefined ? [] : [{ ...ofRevision(found), what: words.events.merged }]
}

/** Reads what happened, the first first. */
export const readHappenings = async (
  { line, space }: SpaceModel,
  request: ChangeRequest
): Promise<ReadonlyArray<Happening>> => {
  const list = <A>(name: string) =>
    get<List<A>>(`${line}/${name}limit=${most}`).then(
      ({ items }) => items,
      (error: unknown): ReadonlyArray<A> => {
        if (isMissing(error)) return []
        throw error
      }
    )
  const [revisions, reviews, comments, merges] = await Promise.all([
    list<Revision>("revisions?"),
    list<Review>("reviews?format=document&"),
    list<Comment>("comments?format=document&"),
    request.revisionMerged === undefined ? [] : mergeOf(space.peek().id, request.revisionMerged)
  ])
  // The text of a review is shown with it.
  const texts = new Set(reviews.map(({ comment }) => comment?.id))
  const opened = { id: "opened", at: request.createdAt, who: request.createdBy.displayName, what: words.events.opened }
  const all: ReadonlyArray<Happening> = [
    opened,
    ...revisions.map(ofRevision),
    ...reviews.map(
      ({ comment, createdAt, id, outdated, reviewer, status }): Happening => ({
        id,
        at: createdAt,
        who: reviewer.displayName,
        what: words.events[status],
        isOutdated: outdated,
        ...(comment !== undefined && { text: comment.body.document })
      })
    ),
    ...comments
      .filter(({ id, target }) => target.page === undefined && !texts.has(id))
      .map(
        ({ body, id, postedAt, postedBy }): Happening => ({
          id,
          at: postedAt,
          who: postedBy.displayName,
          what: words.events.comment,
          text: body.document
        })
      ),
    ...merges
  ]
  return together(all.toSorted((one, other) => one.at.localeCompare(other.at)))
}
