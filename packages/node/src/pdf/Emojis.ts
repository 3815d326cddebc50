/** Emoji as images, since PDF viewers render color fonts too differently. */
import { createRequire } from "node:module"

/** A set of icons, in the format of its package. */
interface Icons {
  readonly width?: number
  readonly height?: number
  readonly icons: Readonly<Record<string, { readonly body: string; readonly width?: number; readonly height?: number }>>
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>
}

/** The SVG images of emoji. */
export interface Emojis {
  /** The image of an emoji, given its characters; `undefined` if there is none. */
  readonly svg: (emoji: string) => string | undefined
}

const require = createRequire(import.meta.url)

const withoutVariant = (code: string): string => code.replaceAll(/-fe0[ef]/g, "")

const load = (): Emojis => {
  const { aliases = {}, height = 36, icons, width = 36 }: Icons = require("@iconify-json/twemoji/icons.json")
  const names: Readonly<Record<string, string>> = require("@iconify-json/twemoji/chars.json")
  const byCode = new Map(Object.entries(names).map(([code, name]) => [withoutVariant(code), name]))
  return {
    svg: (emoji) => {
      const code = [...emoji].map((char) => (char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")).join("-")
      const name = names[code] ?? byCode.get(withoutVariant(code))
      if (name === undefined) return undefined
      const icon = icons[name] ?? icons[aliases[name]?.parent ?? ""]
      if (icon === undefined) return undefined
      const box = `0 0 ${icon.width ?? width} ${icon.height ?? height}`
      return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="${box}">${icon.body}</svg>`
    }
  }
}

/**
 * Matches emoji in a text: sequences with joiners, recommended emoji, keycaps, and single symbols that text fonts lack,
 * even without emoji presentation.
 */
export const emojiPattern =
  /\p{Emoji}[\ufe0f\p{EMod}]?(?:\u200d\p{Emoji}[\ufe0f\p{EMod}]?)+|\p{RGI_Emoji}\ufe0e?|[0-9#*]\ufe0f?\u20e3|[\p{Emoji_Presentation}[\p{Emoji}&&[\u{1f000}-\u{1fbff}\u23cf\u23e9-\u23fa\u26cf-\u26fd]]]\ufe0e?/gv

let loaded: Emojis | undefined

/** The images, loaded on first use. */
export const emojis = (): Emojis => {
  loaded ??= load()
  return loaded
}
