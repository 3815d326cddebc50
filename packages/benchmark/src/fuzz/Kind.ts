/** What can be tried with malformed texts: each kind of token is an entry of a list. */
import type { Random } from "./Random.js"

/** A request that brings a text. */
export interface Bringing {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What an answer says: accepted, refused by what checks the text, or refused before. */
export type Heard = "accepted" | "verified" | "before"

/** A kind of text that proves something. */
export interface Kind {
  readonly name: string
  /** Texts that are accepted. */
  readonly valid: ReadonlyArray<string>
  /** Texts of the same form that are accepted elsewhere, or were once, and never here. */
  readonly foreign: ReadonlyArray<string>
  /** A text that somebody would make who knows the form and no secret. */
  readonly forged?: (random: Random) => string
  /** What a text says, where the same can be written in several ways. */
  readonly meaning?: (text: string) => string
  /** Why a text is refused, where those who bring it are not told. */
  readonly explain?: (text: string) => Promise<string>
  /** Gives a text to what checks it, which fails where it refuses. */
  readonly accept: (text: string) => Promise<unknown>
  readonly bring: (text: string) => Bringing
  readonly hear: (answer: { readonly status: number; readonly location: string; readonly body: string }) => Heard
}
