/**
 * Draws the pictures that represent pages in link previews.
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../errors/Errors.js"

/** The text of a picture, and its colours, as `#rrggbb`. */
export interface Card {
  readonly title: string
  readonly description?: string
  /** The name of the site, in small letters. */
  readonly site: string
  /** The language of the texts, as a BCP 47 tag. */
  readonly language: string
  /** The direction in which it is written. */
  readonly direction: "ltr" | "rtl"
  readonly colours: {
    readonly back: string
    readonly text: string
    readonly muted: string
    readonly accent: string
  }
  /** A PNG, JPEG, GIF or SVG. One that cannot be shown is left out. */
  readonly logo?: Uint8Array
}

/** Draws {@link Card}s as PNG, 1,200 pixels wide and 630 high. */
export interface CardRenderer {
  /** Changes whenever the same card may be drawn differently. */
  readonly version: string
  /** Whether there are fonts for all letters of a text. */
  readonly hasFonts: (text: string) => boolean
  /** Draws some cards, in their order. `Conflict` if that would exceed the limits of time or memory. */
  readonly draw: (
    cards: ReadonlyArray<Card>
  ) => Effect.Effect<ReadonlyArray<Uint8Array<ArrayBuffer>>, Conflict | Unavailable>
}
