/** What can be tried with malformed texts: each kind of token is an entry of a list. */
import type { Lectern } from "@lectern/core/Lectern"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import type { UserId } from "@lectern/core/users/User"
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

/** Where the kinds live that organizations bring along. */
export interface FuzzedPlace {
  readonly lectern: Lectern
  readonly organization: OrganizationId
  readonly admin: UserId
  /** Where the workspace says that it is. */
  readonly baseUrl: string
}

/** A kind of text that proves something. */
export interface Kind {
  readonly name: string
  /** The part of all texts that are of this kind, where each takes long; what is left is shared equally. */
  readonly share?: number
  /** Texts that are accepted. */
  readonly valid: ReadonlyArray<string>
  /** Texts of the same form that are accepted elsewhere, or were once, and never here. */
  readonly foreign: ReadonlyArray<string>
  /** A text that somebody would make who knows the form and no secret. */
  readonly forged?: (random: Random) => string
  /** What a text says, where the same can be written in several ways. */
  readonly meaning?: (text: string) => string
  /** Whether a text may lead to what cannot be reached, which is no failure of what checks it. */
  readonly isUnavailable?: true
  /** Why a text is refused, where those who bring it are not told. */
  readonly explain?: (text: string) => Promise<string>
  /** Gives a text to what checks it, which fails if it refuses. */
  readonly accept: (text: string) => Promise<unknown>
  readonly bring: (text: string) => Bringing
  readonly hear: (answer: { readonly status: number; readonly location: string; readonly body: string }) => Heard
}
