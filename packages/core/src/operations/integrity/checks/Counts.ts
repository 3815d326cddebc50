/** Checks denormalized counts and marks: of comments, change requests and their contributors. */
import * as Effect from "effect/Effect"
import type { ChangeRequestRecord, ContributorRecord } from "../../../content/change-requests/ChangeRequest.js"
import { ChangeRequestsTable, ContributorsTable } from "../../../content/change-requests/ChangeRequestRepository.js"
import type { CommenterRecord, CommentRecord, PostRecord } from "../../../content/comments/CommentRecord.js"
import { CommentersTable, CommentRepliesTable, CommentsTable } from "../../../content/comments/CommentTables.js"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import type { SpaceRecord } from "../../../people/places/Space.js"
import { SpacesTable } from "../../../people/places/SpaceRepository.js"
import { spaceLock } from "../../../storage/rows/Locks.js"
import type { StorageService } from "../../../storage/rows/Storage.js"
import type { Check, Mend, Report } from "../Finding.js"
import { recounting, rewriting } from "../Mending.js"
import { eachRow, parsed } from "../Scanning.js"
import { eachRequest, eachSpace } from "../Spaces.js"

const requestsIn = Effect.fnUntraced(function* (storage: StorageService, space: string) {
  const by = (status: string) => storage.count(ChangeRequestsTable, { index: "status", prefix: [space, status] })
  return {
    all: yield* storage.count(ChangeRequestsTable, { index: "number", prefix: [space] }),
    open: yield* by("open"),
    draft: yield* by("draft")
  }
})

const openComments = (storage: StorageService, place: string) =>
  storage.count(CommentsTable, { index: "status", prefix: [place, "open"] })

/** The highest number of a change request of a space; 0 without any. */
const highestNumber = (storage: StorageService, space: string): Effect.Effect<number, Unavailable> =>
  Effect.map(
    storage.scan(ChangeRequestsTable, { index: "number", prefix: [space], reverse: true, limit: 1 }),
    ([last]) => Number(last?.columns.number ?? 0)
  )

const spaceMend = (storage: StorageService, id: string): Mend =>
  rewriting<SpaceRecord>(storage, SpacesTable, [id], {
    locks: [spaceLock(id)],
    right: Effect.fnUntraced(function* (space) {
      const [changeRequests, comments] = [yield* requestsIn(storage, id), yield* openComments(storage, id)]
      return { ...space, changeRequests, comments }
    })
  })

const requestsOf = Effect.fnUntraced(function* (storage: StorageService, space: SpaceRecord, report: Report) {
  const where = `space ${space.id}`
  const actual = yield* requestsIn(storage, space.id)
  const counted = space.changeRequests ?? { all: 0, open: 0, draft: 0 }
  for (const kind of ["all", "open", "draft"] as const) {
    if (counted[kind] === actual[kind]) continue
    const problem = `it counts ${counted[kind]} change requests (${kind}), but has ${actual[kind]}`
    report(where, problem, spaceMend(storage, space.id))
  }
  const counter = `change-requests:${space.id}`
  const given = yield* storage.counter(counter)
  const highest = yield* highestNumber(storage, space.id)
  if (highest <= given) return
  const right = Effect.zipWith(highestNumber(storage, space.id), storage.counter(counter), Math.max)
  const mend = recounting(storage, counter, right, [spaceLock(space.id)])
  report(where, `a change request has the number ${highest}, but the counter is at ${given}`, mend)
})

const commentsIn = Effect.fnUntraced(function* (
  storage: StorageService,
  place: string,
  where: string,
  counted: number,
  mend: Mend,
  report: Report
) {
  const open = yield* openComments(storage, place)
  if (open !== counted) report(where, `it counts ${counted} open comments, but has ${open}`, mend)
})

const requestMend = (storage: StorageService, { id, space }: ChangeRequestRecord): Mend =>
  rewriting<ChangeRequestRecord>(storage, ChangeRequestsTable, [id], {
    locks: [spaceLock(space)],
    right: (request) => Effect.map(openComments(storage, id), (comments) => ({ ...request, comments }))
  })

const contributorMend = (storage: StorageService, { id, space }: ChangeRequestRecord, user: string): Mend =>
  rewriting<ContributorRecord>(storage, ContributorsTable, [id, user], {
    locks: [spaceLock(space)],
    right: Effect.fnUntraced(function* (part) {
      const row = yield* storage.get(ChangeRequestsTable, [id])
      const request = row && parsed<ChangeRequestRecord>(ChangeRequestsTable, row.json)
      return request === undefined
        ? part
        : { ...part, status: request.status, number: request.number, space: request.space }
    }),
    columns: ContributorsTable.columnsOf
  })

const contributorsOf = (
  storage: StorageService,
  request: ChangeRequestRecord,
  report: Report
): Effect.Effect<void, Unavailable> => {
  const { id, number, space, status } = request
  return eachRow<ContributorRecord>(storage, ContributorsTable, { prefix: [id] }, ({ value }) => {
    const part = value
    if (part === undefined) return undefined
    const mend = contributorMend(storage, request, part.user)
    const at = `space ${space} change request ${id} contributor ${part.user}`
    if (part.status !== status) report(at, `it says that the request is ${part.status}, but that is ${status}`, mend)
    if (part.number !== number) {
      report(at, `it says that the request has the number ${part.number}, not ${number}`, mend)
    }
    if (part.space !== space) report(at, `it names the space ${part.space}`, mend)
    return undefined
  })
}

const repliesTo = (storage: StorageService, comment: string) =>
  storage.count(CommentRepliesTable, { index: "thread", prefix: [comment] })

const commentMend = (storage: StorageService, { id, space }: CommentRecord): Mend =>
  rewriting<CommentRecord>(storage, CommentsTable, [id], {
    locks: [spaceLock(space)],
    right: (comment) => Effect.map(repliesTo(storage, id), (replies) => ({ ...comment, replies }))
  })

/** The number of each person's posts in each place of a space. */
const postsIn = Effect.fnUntraced(function* (storage: StorageService, space: string) {
  const posts = new Map<string, number>()
  for (const table of [CommentsTable, CommentRepliesTable]) {
    yield* eachRow<PostRecord>(storage, table, { index: "space", prefix: [space] }, ({ value }) => {
      if (value !== undefined) {
        const key = JSON.stringify([value.place, value.postedBy])
        posts.set(key, (posts.get(key) ?? 0) + 1)
      }
      return undefined
    })
  }
  return ({ place, user }: Pick<CommenterRecord, "place" | "user">): number =>
    posts.get(JSON.stringify([place, user])) ?? 0
})

const commenterMend = (storage: StorageService, { place, space, user }: CommenterRecord): Mend =>
  rewriting<CommenterRecord>(storage, CommentersTable, [place, user], {
    locks: [spaceLock(space)],
    right: (commenter) =>
      Effect.map(postsIn(storage, space), (posted) => {
        const posts = posted(commenter)
        return posts === 0 ? undefined : { ...commenter, posts }
      })
  })

/** Checks the number of replies of each comment, and the number of each person's posts in each place. */
const threadsOf = Effect.fnUntraced(function* (storage: StorageService, space: string, report: Report) {
  const ofSpace = { index: "space", prefix: [space] }
  yield* eachRow<CommentRecord>(storage, CommentsTable, ofSpace, ({ value }) => {
    const comment = value
    if (comment === undefined) return undefined
    return Effect.map(repliesTo(storage, comment.id), (replies) => {
      if (replies === comment.replies) return
      const problem = `it counts ${comment.replies} replies, but has ${replies}`
      report(`space ${space} comment ${comment.id}`, problem, commentMend(storage, comment))
    })
  })
  const posted = yield* postsIn(storage, space)
  yield* eachRow<CommenterRecord>(storage, CommentersTable, ofSpace, ({ value }) => {
    const commenter = value
    if (commenter === undefined) return undefined
    const actual = posted(commenter)
    if (actual === commenter.posts) return undefined
    report(
      `space ${space} commenter ${commenter.user} in ${commenter.place}`,
      `it counts ${commenter.posts} posts, but there are ${actual}`,
      commenterMend(storage, commenter)
    )
    return undefined
  })
})

/** The check of the counts in spaces. */
export const counts = (storage: StorageService): Check => ({
  name: "counts",
  units: eachSpace(storage, (space, report) =>
    Effect.gen(function* () {
      yield* requestsOf(storage, space, report)
      const mend = spaceMend(storage, space.id)
      yield* commentsIn(storage, space.id, `space ${space.id}`, space.comments ?? 0, mend, report)
      yield* threadsOf(storage, space.id, report)
      yield* eachRequest(storage, space.id, (request) =>
        Effect.zipRight(
          commentsIn(
            storage,
            request.id,
            `space ${space.id} change request ${request.id}`,
            request.comments ?? 0,
            requestMend(storage, request),
            report
          ),
          contributorsOf(storage, request, report)
        )
      )
    })
  )
})
