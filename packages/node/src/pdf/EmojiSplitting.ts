/** Splits texts at their emoji, which are images, as data for the template. */
import { emojiOf } from "@lectern/core/internal/content/pages/EmojiText"
import { emojiPattern, emojis } from "./Emojis.js"
import { breakable } from "./Words.js"

/** Plain data for the template. */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** An object for the template. */
export type Fields = { readonly [key: string]: Json }

/** Finds the emoji in texts, and adds their images to the files of a document. */
export class EmojiSplitting {
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

  /** The images of an emoji, or of its parts if a sequence has no image. */
  pictures(written: string): ReadonlyArray<Fields> {
    const whole = this.emoji(written)
    if (whole !== undefined) return [whole]
    return [...written].map((part) => this.emoji(part)).filter((part) => part !== undefined)
  }

  /** The images for the emoji in code, by their characters. */
  inCode(text: string): Fields {
    const found: Record<string, Json> = {}
    for (const [written] of text.matchAll(emojiPattern)) {
      const pictures = this.pictures(written)
      if (pictures.length > 0) found[written] = pictures
    }
    return found
  }
}
