/** The calls of the screens of change requests, answered by the services without HTTP. */
import type { Actor } from "@lectern/core/access/Actor"
import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { ReopenConflicts } from "@lectern/core/change-requests/DecidedConflict"
import type { ResolveConflicts } from "@lectern/core/change-requests/MergeConflict"
import type { LecternError } from "@lectern/core/errors/Errors"
import type { Services } from "@lectern/core/internal/engine/Engine"
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
    const answer = (
      method: string,
      path: string,
      { body }: { readonly body?: unknown } = {}
    ): Effect.Effect<unknown, LecternError, Services | Actor> => {
      const [address = ""] = path.split("?")
      const [, , , , id, kind] = address.split("/")
      const changeRequest = id as ChangeRequestId
      if (method === "GET" && kind === undefined) return requests.get(space, changeRequest)
      if (method === "GET") return requests.changes(space, changeRequest, { limit: 1000, blocks: false })
      return kind === "resolve"
        ? requests.resolve(space, changeRequest, body as ResolveConflicts)
        : requests.reopen(space, changeRequest, body as ReopenConflicts)
    }
    const ask: Ask = async <A>(...call: Parameters<typeof answer>): Promise<A> => {
      const found = await Runtime.runPromise(runtime)(Effect.either(answer(...call)))
      if (found._tag === "Left") throw new Refused(found.left)
      return found.right as A
    }
    return ask
  })
