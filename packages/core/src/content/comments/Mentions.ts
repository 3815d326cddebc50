/** The people whom comments and replies mention, by links to `/users/<id>`: they are told once for each of these. */
import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import { Mailer } from "../../foundation/mail/Mailer.js"
import { firstLine } from "../../foundation/schema/Text.js"
import { changeRequestUrls, PublicUrls, spaceUrls } from "../../foundation/urls/PublicUrls.js"
import { Workers } from "../../foundation/workers/Workers.js"
import { Access } from "../../people/access/Access.js"
import { allows } from "../../people/access/Policy.js"
import { makeVisibleMember } from "../../people/members/VisibleMember.js"
import { addressOf, UserId } from "../../people/users/User.js"
import { UserRepository } from "../../people/users/UserRepository.js"
import { referencesTask } from "../../text/markdown/TextTasks.js"
import { targetOf } from "../links/LinkTarget.js"
import type { OpenPlace } from "./CommentPlaces.js"
import type { PostRecord } from "./CommentRecord.js"
import type { CommentText } from "./CommentText.js"

/** Tells people that somebody mentions them. */
export interface Mentions {
  /** The ids of users whom a text mentions. Not inside a transaction, since a text may have to be read for it. */
  readonly written: (text: CommentText | undefined) => Effect.Effect<ReadonlyArray<UserId>, Conflict | Unavailable>
  /**
   * The comment or reply with those of the users who are told of it: members whom its author may know, and who may read
   * the place. They stay noted when the text no longer mentions them.
   */
  readonly noted: <Post extends PostRecord>(
    place: OpenPlace,
    post: Post,
    users: ReadonlyArray<UserId>
  ) => Effect.Effect<Post, Unavailable>
  /** Mails those who were not noted before, if there is a mail server. After the transaction. */
  readonly tell: (place: OpenPlace, post: PostRecord, before?: PostRecord) => Effect.Effect<void>
}

/** The number of people whom one text can mention. */
const most = 50

const nobody: ReadonlyArray<UserId> = []

/** {@link Mentions} over the services and repositories of the context. */
export const makeMentions = Effect.gen(function* () {
  const access = yield* Access
  const users = yield* UserRepository
  const requireMember = yield* makeVisibleMember
  const workers = yield* Workers
  const mailer = yield* Mailer
  const { base } = yield* PublicUrls

  const maySee = Effect.fnUntraced(function* ({ space, standing }: OpenPlace, user: UserId) {
    const member = yield* Effect.catchTag(requireMember(standing, user), "NotFound", () => Effect.succeed(undefined))
    if (member === undefined || member.value.disabled) return false
    const level = (yield* access.standingOf(space.organization, user))?.spaceLevel(space) ?? null
    return allows(level, "view")
  })

  const letter = Effect.fnUntraced(function* (place: OpenPlace, post: PostRecord, user: UserId) {
    const found = (yield* users.find(user))?.value
    const address = found && addressOf(found)
    if (found === undefined || address === undefined) return
    const author = firstLine((yield* users.find(post.postedBy))?.value.displayName ?? "Somebody", 100)
    const { changeRequest, space } = place
    const { app } =
      changeRequest === undefined ? spaceUrls(base, space.id) : changeRequestUrls(base, space.id, changeRequest)
    yield* mailer.send({
      to: address,
      subject: `${author} mentioned you in ${firstLine(space.title, 100)}`,
      text: `Hello ${found.displayName},\n\n${author} mentioned you in a comment:\n\n${post.markdown}\n\n${app}\n`
    })
  })

  const mentions: Mentions = {
    written: (text) =>
      text?.markdown.includes("/users/") !== true
        ? Effect.succeed(nobody)
        : Effect.map(workers.run(referencesTask, text.markdown), (references) => {
            const found = new Set<UserId>()
            for (const { destination } of references) {
              const target = targetOf(destination, "")
              if (target.kind === "user" && found.size < most) found.add(UserId.make(target.user))
            }
            return [...found]
          }),
    noted: Effect.fnUntraced(function* (place, post, named) {
      const known = post.mentioned ?? nobody
      const others = named.filter((user) => user !== post.postedBy && !known.includes(user))
      const told = yield* Effect.filter(others, (user) => maySee(place, user))
      return told.length === 0 ? post : { ...post, mentioned: [...known, ...told] }
    }),
    tell: (place, post, before) => {
      const told = (post.mentioned ?? nobody).filter((user) => before?.mentioned?.includes(user) !== true)
      if (!mailer.isConfigured) return Effect.void
      return Effect.forEach(
        told,
        (user) =>
          Effect.catchAll(letter(place, post, user), (error) =>
            Effect.logWarning("somebody who is mentioned in a comment could not be told", error)
          ),
        { concurrency: 5, discard: true }
      )
    }
  }
  return mentions
})
