import type { Actor } from "@lectern/core/access/Actor"
import type { PageId } from "@lectern/core/content/Page"
import { invalid, type LecternError } from "@lectern/core/errors/Errors"
import type { LiveMessage } from "@lectern/core/live-texts/LiveText"
import { type LiveOptions, LiveTexts, type LiveTextsService } from "@lectern/core/live-texts/LiveTexts"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as Effect from "effect/Effect"
import { type Feed, FollowedAnswer, type StreamMessage } from "../../foundation/dispatcher/EventStream.js"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { LiveTextsApi } from "./LiveTextsApi.js"

/** What a client of a stream has seen, and who it is. */
interface Following extends LiveOptions {
  readonly after?: number | undefined
  readonly client?: string | undefined
}

/** The messages of a live text after a version, or from now on. The first one says who has it open. */
export const liveFeed = (
  live: LiveTextsService,
  space: SpaceId,
  page: PageId,
  { after, client, ...options }: Following
): {
  readonly read: Effect.Effect<ReadonlyArray<LiveMessage>, LecternError, Actor>
  readonly wait: Effect.Effect<void, LecternError, Actor>
} => {
  let version = after
  let known: number | undefined
  const seen = (from: number) => ({
    ...options,
    after: from,
    ...(known !== undefined && { stamp: known }),
    ...(client !== undefined && { client })
  })
  return {
    read: Effect.gen(function* () {
      version ??= (yield* live.get(space, page, options)).version
      const { stamp, ...message } = yield* live.follow(space, page, seen(version))
      const isNews = message.updates.length > 0 || stamp !== known
      version = message.version
      known = stamp
      return isNews ? [message] : []
    }),
    wait: Effect.suspend(() => (version === undefined ? Effect.void : live.wait(space, page, seen(version))))
  }
}

const isVersion = /^\d{1,16}$/

/** The handlers of {@link LiveTextsApi}. */
export const handlers = Effect.map(LiveTexts, (live): GroupHandlers<typeof LiveTextsApi> => {
  const followed = (space: SpaceId, page: PageId, { after, client, ...options }: Following) =>
    new FollowedAnswer(
      live.get(space, page, options),
      (last = after === undefined ? undefined : String(after)): Feed => {
        if (last !== undefined && !isVersion.test(last)) {
          return { read: invalid("Last-Event-ID", "expected a version of the text"), wait: Effect.never }
        }
        const { read, wait } = liveFeed(live, space, page, {
          ...options,
          client,
          after: last === undefined ? undefined : Number(last)
        })
        const messageOf = (data: LiveMessage): StreamMessage => ({ id: String(data.version), data })
        return { wait, read: Effect.map(read, (messages) => messages.map(messageOf)) }
      }
    )
  return {
    getLiveText: ({ path, urlParams }) => Effect.succeed(followed(path.spaceId, path.pageId, urlParams)),
    editLiveText: ({ path, payload }) => live.edit(path.spaceId, path.pageId, payload),
    getChangeRequestLiveText: ({ path, urlParams }) =>
      Effect.succeed(followed(path.spaceId, path.pageId, { ...urlParams, changeRequest: path.changeRequestId })),
    editChangeRequestLiveText: ({ path, payload }) =>
      live.edit(path.spaceId, path.pageId, payload, { changeRequest: path.changeRequestId })
  }
})
