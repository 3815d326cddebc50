import { byEmoji, emojiKey, react } from "@lectern/core/content/comments/Reactions"
import { isEmoji } from "@lectern/core/foundation/schema/Text"
import { UserId } from "@lectern/core/users/User"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const hexOf = (emoji: string) => [...emoji].map((character) => character.codePointAt(0)!.toString(16)).join("-")
const plain = (emoji: string) => emoji.replaceAll("\ufe0f", "")
const emojis = ["🎉", "❤️", "1️⃣", "🇫🇷", "👨‍👩‍👧", "👍🏽", "👍", "©️"]
const anyForm = fc
  .constantFrom(...emojis)
  .chain((emoji) => fc.constantFrom(emoji, hexOf(emoji), hexOf(plain(emoji))).map((written) => ({ emoji, written })))
const user = fc.constantFrom("a", "b", "c").map((id) => UserId.make(id))
const step = fc.record({
  user,
  added: fc.array(anyForm, { maxLength: 3 }),
  removed: fc.array(anyForm, { maxLength: 2 })
})

describe("reactions", () => {
  it("know an emoji in every form that is one", () => {
    for (const emoji of emojis) {
      const forms = [emoji, hexOf(emoji), hexOf(plain(emoji))]
      expect([isEmoji(emoji), isEmoji(hexOf(emoji))]).toEqual([true, true])
      expect(new Set(forms.map(emojiKey)).size).toBe(1)
    }
    expect(new Set(emojis.map(emojiKey)).size).toBe(emojis.length)
  })

  it("are a set of users for each emoji, written as its first user did", () =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const model = new Map<string, Set<string>>()
        let reactions: ReturnType<typeof react> = []
        for (const [at, { user, added, removed }] of steps.entries()) {
          const written = (forms: typeof added) => forms.map((form) => form.written)
          reactions = react(reactions, user, String(at), { added: written(added), removed: written(removed) })
          for (const { emoji } of added) model.set(emoji, (model.get(emoji) ?? new Set()).add(user))
          for (const { emoji } of removed) model.get(emoji)?.delete(user)
        }
        const groups = byEmoji(reactions)
        const expected = [...model].filter(([, users]) => users.size > 0)
        expect(
          new Map(groups.map((group) => [emojiKey(group[0]!.emoji), new Set(group.map((each) => each.user))]))
        ).toEqual(new Map(expected.map(([emoji, users]) => [emojiKey(emoji), users])))
        expect(reactions.length).toBe(expected.reduce((sum, [, users]) => sum + users.size, 0))
      }),
      { numRuns: runs(100) }
    ))
})
