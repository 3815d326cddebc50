/** Checks denormalized counts and marks: of comments, change requests and their contributors. */
import * as Effect from "effect/Effect"
import type { ChangeRequestRecord, ContributorRecord } from "../../change-requests/ChangeRequest.js"
import { ChangeRequestsTable, ContributorsTable } from "../../change-requests/ChangeRequestRepository.js"
import type { CommenterRecord, CommentRecord, CommentReplyRecord } from "../../comments/CommentRecord.js"
import { CommentersTable, CommentRepliesTable, CommentsTable } from "../../comments/CommentTables.js"
import type { Unavailable } from "../../errors/Errors.js"
import type { SpaceRecord } from "../../spaces/Space.js"
import type { StorageService } from "../../storage/Storage.js"
import type { Check, Report } from "../Finding.js"
import { eachRow } from "../Scanning.js"
import { eachRequest, eachSpace } from "../Spaces.js"

const requestsOf = Effect.fnUntraced(function* (storage: StorageService, space: SpaceRecord, report: Report) {
  const where = `space ${space.id}`
  const by = (status: string) => storage.count(ChangeRequestsTable, { index: "status", prefix: [space.id, status] })
  const actual = {
    all: yield* storage.count(ChangeRequestsTable, { index: "number", prefix: [space.id] }),
    open: yield* by("open"),
    draft: yield* by("draft")
  }
  const counted = space.changeRequests ?? { all: 0, open: 0, draft: 0 }
  for (const kind of ["all", "open", "draft"] as const) {
    if (counted[kind] === actual[kind]) continue
    report(where, `it counts ${counted[kind]} change requests (${kind}), but has ${actual[kind]}`)
  }
  const [last] = yield* storage.scan(ChangeRequestsTable, {
    index: "number",
    prefix: [space.id],
    reverse: true,
    limit: 1
  })
  const given = yield* storage.counter(`change-requests:${space.id}`)
  const highest = Number(last?.columns.number ?? 0)
  if (highest > given) report(where, `a change request has the number ${highest}, but the counter is at ${given}`)
})

const commentsIn = Effect.fnUntraced(function* (
  storage: StorageService,
  place: string,
  where: string,
  counted: number,
  report: Report
) {
  const open = yield* storage.count(CommentsTable, { index: "status", prefix: [place, "open"] })
  if (open !== counted) report(where, `it counts ${counted} open comments, but has ${open}`)
})

const contributorsOf = (
  storage: StorageService,
  { id, number, space, status }: ChangeRequestRecord,
  report: Report
): Effect.Effect<void, Unavailable> =>
  eachRow<ContributorRecord>(storage, ContributorsTable, { prefix: [id] }, ({ value }) => {
    const part = value
    if (part === undefined) return undefined
    const at = `space ${space} change request ${id} contributor ${part.user}`
    if (part.status !== status) report(at, `it says that the request is ${part.status}, but that is ${status}`)
    if (part.number !== number) report(at, `it says that the request has the number ${part.number}, not ${number}`)
    if (part.space !== space) report(at, `it names the space ${part.space}`)
    return undefined
  })

/** Checks the number of replies of each comment, and how many times each person has posted in each place. */
const threadsOf = Effect.fnUntraced(function* (storage: StorageService, space: string, report: Report) {
  const posts = new Map<string, number>()
  const posted = (place: string, user: string) => {
    const key = JSON.stringify([place, user])
    posts.set(key, (posts.get(key) ?? 0) + 1)
  }
  const ofSpace = { index: "space", prefix: [space] }
  yield* eachRow<CommentRecord>(storage, CommentsTable, ofSpace, ({ value }) => {
    const comment = value
    if (comment === undefined) return undefined
    posted(comment.place, comment.postedBy)
    return Effect.map(storage.count(CommentRepliesTable, { index: "thread", prefix: [comment.id] }), (replies) => {
      if (replies === comment.replies) return
      report(`space ${space} comment ${comment.id}`, `it counts ${comment.replies} replies, but has ${replies}`)
    })
  })
  yield* eachRow<CommentReplyRecord>(storage, CommentRepliesTable, ofSpace, ({ value }) => {
    const reply = value
    if (reply !== undefined) posted(reply.place, reply.postedBy)
    return undefined
  })
  yield* eachRow<CommenterRecord>(storage, CommentersTable, ofSpace, ({ value }) => {
    const commenter = value
    if (commenter === undefined) return undefined
    const { place, user } = commenter
    const actual = posts.get(JSON.stringify([place, user])) ?? 0
    if (actual !== commenter.posts) {
      report(
        `space ${space} commenter ${user} in ${place}`,
        `it counts ${commenter.posts} posts, but there are ${actual}`
      )
    }
    return undefined
  })
})

/** The check of the counts in spaces. */
export const counts = (storage: StorageService): Check => ({
  name: "counts",
  units: eachSpace(storage, (space, report) =>
    Effect.gen(function* () {
      yield* requestsOf(storage, space, report)
      yield* commentsIn(storage, space.id, `space ${space.id}`, space.comments ?? 0, report)
      yield* threadsOf(storage, space.id, report)
      yield* eachRequest(storage, space.id, (request) =>
        Effect.zipRight(
          commentsIn(
            storage,
            request.id,
            `space ${space.id} change request ${request.id}`,
            request.comments ?? 0,
            report
          ),
          contributorsOf(storage, request, report)
        )
      )
    })
  )
})
