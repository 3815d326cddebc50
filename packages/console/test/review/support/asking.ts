/** The calls of the screens of change requests, answered by the services without HTTP. */
import type { Actor } from "@lectern/core/access/Actor"
import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { ResolveConflicts } from "@lectern/core/change-requests/MergeConflict"
import type { ContentBatch } from "@lectern/core/content/ContentChange"
import { PageId } from "@lectern/core/content/Page"
import type { RestoreRevision } from "@lectern/core/content/Revision"
import type { LecternError } from "@lectern/core/errors/Errors"
import type { Services } from "@lectern/core/internal/engine/Engine"
import { RevisionId } from "@lectern/core/internal/people/places/RevisionId"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Effect, Runtime } from "effect"
import type { Ask } from "../../../src/client/review/Deciding.js"

const statuses: Readonly<Record<string, number>> = {
  NotFound: 404,
  Conflict: 409,
  PreconditionFailed: 412,
  Invalid: 422
}

/** A failure as the API answers it. */
export class Refused extends Error {
  readonly status: number
  constructor({ _tag, message }: LecternError) {
    super(message)
    this.status = statuses[_tag] ?? 500
  }
}

/** Calls about a change request of a space, as the person of the context. */
export const asking = (space: SpaceId): Effect.Effect<Ask, never, Services | Actor> =>
  Effect.gen(function* () {
    const runtime = yield* Effect.runtime<Services | Actor>()
    const requests = yield* ChangeRequests
    const contents = yield* Contents
    const edits = yield* ContentEdits
    const revisions = yield* Revisions
    const answer = (
      method: string,
      path: string,
      { body, match }: { readonly body?: unknown; readonly match?: string } = {}
    ): Effect.Effect<unknown, LecternError, Services | Actor> => {
      const [address = "", query = ""] = path.split("?")
      const [, , , place, id, kind, part, page] = address.split("/")
      if (place === "revisions") {
        return revisions.restore(space, RevisionId.make(id ?? ""), body as RestoreRevision)
      }
      const changeRequest = id as ChangeRequestId
      if (method === "GET" && kind === undefined) return requests.get(space, changeRequest)
      if (method === "GET" && kind === "changes") {
        return requests.changes(space, changeRequest, { limit: 1000, blocks: query.includes("blocks=true") })
      }
      if (method === "GET" && part === "page") return contents.page(space, PageId.make(page ?? ""), { changeRequest })
      if (kind === "resolve") return requests.resolve(space, changeRequest, body as ResolveConflicts)
      const expected = match === undefined ? {} : { expected: [match] }
      return edits.apply(space, body as ContentBatch, { changeRequest, ...expected })
    }
    const ask: Ask = async <A>(...call: Parameters<typeof answer>): Promise<A> => {
      const found = await Runtime.runPromise(runtime)(Effect.either(answer(...call)))
      if (found._tag === "Left") throw new Refused(found.left)
      return found.right as A
    }
    return ask
  })
