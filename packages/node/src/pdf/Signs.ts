/** Texts as data for the template, cut at the emoji in them, which are pictures. */
import { emojiOf } from "@lectern/core/internal/content/EmojiText"
import { emojiPattern, emojis } from "./Emojis.js"
import { breakable } from "./Words.js"

/** Plain data for the template. */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** An object for the template. */
export type Fields = { readonly [key: string]: Json }

/** Finds the emoji of texts, and adds their pictures to the files of a document. */
export class Signs {
  readonly #files: Map<string, Uint8Array>
  readonly #emojiPaths = new Map<string, string | undefined>()

  constructor(files: Map<string, Uint8Array>) {
    this.#files = files
  }

  emoji(written: string): Fields | undefined {
    const text = emojiOf(written)
    if (!this.#emojiPaths.has(text)) {
      const svg = emojis().svg(text)
      const path = svg === undefined ? undefined : `/emoji/${this.#emojiPaths.size}.svg`
      this.#emojiPaths.set(text, path)
      if (path !== undefined && svg !== undefined) this.#files.set(path, Buffer.from(svg))
    }
    const file = this.#emojiPaths.get(text)
    return file === undefined ? undefined : { type: "emoji", file, text }
  }

  text(text: string, fields: Fields = {}): ReadonlyArray<Json> {
    const found: Array<Json> = []
    const push = (part: string): void => {
      const bare = part.replaceAll(/[\ufe0e\ufe0f]/g, "")
      if (bare !== "") found.push({ type: "text", text: breakable(bare), ...fields })
    }
    let from = 0
    for (const match of text.matchAll(emojiPattern)) {
      const pictures = this.pictures(match[0])
      if (pictures.length === 0) continue
      push(text.slice(from, match.index))
      found.push(...pictures)
      from = match.index + match[0].length
    }
    push(text.slice(from))
    return found
  }

  /** The pictures of an emoji; where a sequence has none, those of its parts. */
  pictures(written: string): ReadonlyArray<Fields> {
    const whole = this.emoji(written)
    if (whole !== undefined) return [whole]
    return [...written].map((part) => this.emoji(part)).filter((part) => part !== undefined)
  }

  /** The pictures for the emoji in code, by what stands there. */
  inCode(text: string): Fields {
    const found: Record<string, Json> = {}
    for (const [written] of text.matchAll(emojiPattern)) {
      const pictures = this.pictures(written)
      if (pictures.length > 0) found[written] = pictures
    }
    return found
  }
}
