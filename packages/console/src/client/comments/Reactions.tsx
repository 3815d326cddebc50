/** The reactions to a comment or a reply, and the emoji that can be added. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { person as me } from "../api/Session.js"
import type { Post } from "./Threads.js"
import { texts } from "./texts.js"

/** The emoji that are offered; any other that somebody has reacted with can be joined. */
const offered: ReadonlyArray<string> = ["👍", "👎", "😄", "🎉", "❤️", "👀"]

/** The reactions. */
export const Reactions = (given: {
  readonly post: Post
  readonly react: (emoji: string, isAdded: boolean) => void
}): JSX.Element => {
  const { post, react } = given
  const isOpen = useSignal(false)
  const isMine = (emoji: string): boolean =>
    post.reactions.some((each) => each.emoji === emoji && each.users.some(({ user }) => user.id === me.value?.id))
  const toggle = (emoji: string) => {
    isOpen.value = false
    react(emoji, !isMine(emoji))
  }
  return (
    <span class="reactions">
      {post.reactions.map(({ count, emoji, users }) => {
        const names = users.map(({ user }) => user.displayName).join(", ")
        return (
          <button
            key={emoji}
            type="button"
            aria-pressed={isMine(emoji)}
            aria-label={texts.reactedBy(emoji, names)}
            title={names}
            disabled={!post.permissions.reply}
            onClick={() => toggle(emoji)}
          >
            {emoji} {count}
          </button>
        )
      })}
      {post.permissions.reply && (
        <button
          type="button"
          class="quiet"
          aria-expanded={isOpen.value}
          aria-label={texts.react}
          title={texts.react}
          onClick={() => {
            isOpen.value = !isOpen.value
          }}
        >
          ☺
        </button>
      )}
      {isOpen.value &&
        offered.map((emoji) => (
          <button
            key={emoji}
            type="button"
            class="quiet"
            aria-label={texts.reactWith(emoji)}
            onClick={() => toggle(emoji)}
          >
            {emoji}
          </button>
        ))}
    </span>
  )
}
