/** Reactions: at most one per user and emoji, however the emoji is written. */
import type { UserId } from "../../people/users/User.js"
import type { Reaction } from "./CommentRecord.js"

const variation = 0xfe0f
const hex = /^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/

/** One key for both forms of an emoji, with and without the variation selector for emoji presentation. */
export const emojiKey = (emoji: string): string => {
  const points = hex.test(emoji)
    ? emoji.split("-").map((point) => Number.parseInt(point, 16))
    : [...emoji].map((character) => character.codePointAt(0) ?? 0)
  return points
    .filter((point) => point !== variation)
    .map((point) => point.toString(16))
    .join("-")
}

/** The reactions after a user's were added and then removed; adding an existing one changes nothing. */
export const react = (
  reactions: ReadonlyArray<Reaction>,
  user: UserId,
  at: string,
  { added, removed }: { readonly added: ReadonlyArray<string>; readonly removed: ReadonlyArray<string> }
): ReadonlyArray<Reaction> => {
  const own = new Set(reactions.filter((each) => each.user === user).map(({ emoji }) => emojiKey(emoji)))
  const more: Array<Reaction> = []
  for (const emoji of added) {
    if (own.has(emojiKey(emoji))) continue
    own.add(emojiKey(emoji))
    more.push({ emoji, user, at })
  }
  const gone = new Set(removed.map(emojiKey))
  return [...reactions, ...more].filter((each) => each.user !== user || !gone.has(emojiKey(each.emoji)))
}

/** The reactions grouped by emoji, in the order in which each emoji first appeared. */
export const byEmoji = (reactions: ReadonlyArray<Reaction>): ReadonlyArray<ReadonlyArray<Reaction>> => {
  const groups = new Map<string, Array<Reaction>>()
  for (const reaction of reactions) {
    const key = emojiKey(reaction.emoji)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [reaction])
    else group.push(reaction)
  }
  return [...groups.values()]
}
