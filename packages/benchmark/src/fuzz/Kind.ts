/** The kinds of fuzzed tokens: each is an entry of a list. */
import type { Lectern } from "@lectern/core/Lectern"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import type { UserId } from "@lectern/core/users/User"
import type { Random } from "./Random.js"

/** A request that carries a text. */
export interface Bringing {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The meaning of a response: the text was accepted, refused by its verifier, or refused before that. */
export type Heard = "accepted" | "verified" | "before"

/** The place of the kinds that organizations configure. */
export interface FuzzedPlace {
  readonly lectern: Lectern
  readonly organization: OrganizationId
  readonly admin: UserId
  /** The base URL of the workspace. */
  readonly baseUrl: string
}

/** A kind of text that proves something, such as a token. */
export interface Kind {
  readonly name: string
  /** The share of this kind in all texts, for kinds that take long; the rest is distributed equally. */
  readonly share?: number
  /** Texts that are accepted. */
  readonly valid: ReadonlyArray<string>
  /** Texts of the same form that are or were accepted elsewhere, but never here. */
  readonly foreign: ReadonlyArray<string>
  /** Creates a text as an attacker would who knows the form but no secret. */
  readonly forged?: (random: Random) => string
  /** The meaning of a text, if the same meaning can be written in several ways. */
  readonly meaning?: (text: string) => string
  /** Whether a text may refer to an unreachable host, which is not a failure of the verifier. */
  readonly isUnavailable?: true
  /** The reason why a text is refused, if the response does not give it. */
  readonly explain?: (text: string) => Promise<string>
  /** Passes a text to its verifier; rejects if it is refused. */
  readonly accept: (text: string) => Promise<unknown>
  readonly bring: (text: string) => Bringing
  /**
   * The meaning of an answer. Where all refusals of visitors are answered alike, the text tells whether its verifier
   * was reached.
   */
  readonly hear: (
    answer: { readonly status: number; readonly location: string; readonly body: string },
    text: string
  ) => Heard
}
