/** Icons (`:material-check:`) and emoji (`:rocket:`): a sign, a word where nothing else is shown, or nothing. */
import type { StateInline, Token } from "markdown-it"

const icon = /:((?:material|octicons|fontawesome|simple)-[a-z0-9-]+|[a-z0-9_+-]{2,40}):/y

/** The signs of icons that mean something by themselves, as in tables. */
const signs: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(?:check|checkbox-marked|check-circle|check-bold|check-all|circle-check)(?:-\d+)?(?:-fill)?$/, "✓"],
  [/^(?:close|close-circle|close-thick|cancel|x|x-circle|xmark|circle-xmark)(?:-\d+)?(?:-fill)?$/, "✗"],
  [/^(?:arrow-right|arrow-right-thin)(?:-\d+)?$/, "→"],
  [/^(?:arrow-left|arrow-left-thin)(?:-\d+)?$/, "←"],
  [/^(?:alert|alert-outline|triangle-exclamation)(?:-\d+)?(?:-fill)?$/, "⚠"]
]

/** Names and emoji by turns. */
const named = [
  "smile 😄 grin 😁 laughing 😆 wink 😉 sunglasses 😎 heart_eyes 😍 thinking 🤔 cry 😢",
  "+1 👍 thumbsup 👍 -1 👎 thumbsdown 👎 clap 👏 wave 👋 pray 🙏 muscle 💪",
  "ok_hand 👌 heart ❤️ fire 🔥 star ⭐ star2 🌟 sparkles ✨ tada 🎉 rocket 🚀",
  "bulb 💡 zap ⚡ bug 🐛 warning ⚠️ x ❌ white_check_mark ✅ heavy_check_mark ✔️ ballot_box_with_check ☑️",
  "question ❓ exclamation ❗ no_entry ⛔ construction 🚧 rotating_light 🚨 information_source ℹ️ memo 📝 book 📖",
  "books 📚 package 📦 wrench 🔧 hammer 🔨 gear ⚙️ lock 🔒 key 🔑 link 🔗",
  "eyes 👀 point_right 👉 point_down 👇 arrow_right ➡️ arrow_left ⬅️ arrow_down ⬇️ arrow_up ⬆️ computer 💻",
  "email 📧 bell 🔔 snake 🐍 penguin 🐧 coffee ☕ trophy 🏆 gift 🎁 pencil2 ✏️"
].flatMap((line) => line.split(" "))

const emoji: ReadonlyMap<string, string> = new Map(
  named.flatMap((name, index) => (index % 2 === 0 ? [[name, named[index + 1]!] as const] : []))
)

const sets = /^(?:material|octicons|fontawesome|simple)-/

/** The name of an icon without its set. */
const nameOf = (written: string): string => written.replace(sets, "").replace(/^(?:brands|solid|regular)-/, "")

/** What an icon or emoji is shown as; `undefined` for text that is neither. */
const shownFor = (written: string, isAlone: boolean): string | undefined => {
  if (sets.test(written)) return signs.find(([pattern]) => pattern.test(nameOf(written)))?.[1] ?? ""
  if (!isAlone) return undefined
  return emoji.get(written) ?? (/^[a-z]+(?:_[a-z]+)+$/.test(written) ? "" : undefined)
}

const joins = /[\w:]/

/** An icon or emoji. Words that no emoji is known for stay text, as do times such as `10:30:00` and `a::b::c`. */
export const icons = (state: StateInline, silent: boolean): boolean => {
  const { pos, src } = state
  if (src.charCodeAt(pos) !== 58) return false
  icon.lastIndex = pos
  const written = icon.exec(src)?.[1]
  if (written === undefined || icon.lastIndex > state.posMax) return false
  const end = icon.lastIndex
  const shown = shownFor(written, !joins.test(src.charAt(pos - 1)) && !joins.test(src.charAt(end)))
  if (shown === undefined) return false
  if (!silent) {
    const token = state.push("text", "", 0)
    token.content = shown
    token.meta = { icon: nameOf(written).replace(/-\d+$/, "").replaceAll(/[-_]/g, " ") }
  }
  state.pos = end
  return true
}

const isBlank = (token: Token): boolean => token.type === "text" && token.content.trim() === ""

const endsWithGap = (token: Token | undefined): boolean =>
  token === undefined || token.type === "softbreak" || (token.type === "text" && token.content.endsWith(" "))

/** Drops the space after icons that show nothing, where there is another one before them, or nothing at all. */
const closeGaps = (tokens: ReadonlyArray<Token>): void => {
  let before: Token | undefined
  let isGap = false
  for (const token of tokens) {
    if (token.type === "text" && token.content === "") {
      isGap ||= token.meta?.icon !== undefined && endsWithGap(before)
      continue
    }
    if (isGap && token.type === "text") token.content = token.content.replace(/^ /, "")
    isGap = false
    before = token
  }
}

/** Shows the name of an icon that is all that a link has, and no gaps where icons show nothing. */
export const nameIcons = (state: StateInline): boolean => {
  const { tokens } = state
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "link_open") continue
    let end = index + 1
    let found: Token | undefined
    while (end < tokens.length && isBlank(tokens[end]!)) {
      const inner = tokens[end++]!
      if (inner.meta?.icon !== undefined) found ??= inner
    }
    if (tokens[end]?.type === "link_close" && found !== undefined) found.content = String(found.meta?.icon)
  }
  closeGaps(tokens)
  return false
}
