/** Conflicts of a change request with main, and the choices that decide them. */
import { takesText } from "@lectern/core/internal/content/change-requests/TextDecisions"

/** A part that both sides have changed, as the API lists it. */
export interface Conflict {
  readonly item: string
  readonly type: "page" | "file" | "reusable-content" | "variables" | "redirects" | "source"
  readonly title: string
  readonly path?: string
  readonly kind: "block" | "field" | "place" | "item"
  readonly where: string
  /** The name of a field whose versions are between markers. */
  readonly field?: string
  readonly base?: unknown
  readonly main?: unknown
  readonly request?: unknown
  /** Whether both versions are in the page's text, between markers. */
  readonly isMarked?: true
}

/** How a conflict is decided. */
export type Choice = { readonly take: "main" | "request" } | { readonly text: string }

/** The names of the choices that decide a conflict at the press of a button. */
export type Side = "main" | "request" | "mainFirst" | "requestFirst"

/** A conflict with what was chosen for it. */
export interface Decision {
  readonly conflict: Conflict
  readonly choice: Choice
}

/** A conflict that somebody has decided, as the API lists it. */
export interface Decided extends Conflict {
  readonly take?: "main" | "request"
  readonly text?: string
  readonly by?: { readonly displayName: string }
  readonly at: string
}

const written = (value: unknown): string => (typeof value === "string" ? value : "")

const ending = /(?:\r\n?|\n)$/

/**
 * Identifies a conflict with its values: a choice holds for the values on which it was made. The parts of a text are
 * counted anew whenever one is decided, or put between markers, so only their values count.
 */
export const keyOf = ({ field, item, kind, main, request, where }: Conflict): string =>
  kind === "block"
    ? JSON.stringify([item, kind, written(main).replace(ending, ""), written(request).replace(ending, "")])
    : JSON.stringify([item, field ?? where, main ?? "", request ?? ""])

/** Whether own words can decide it. */
export const takesWords = (conflict: Conflict): boolean => takesText(conflict)

/** Parts that belong next to each other: items of lists, rows of tables, and lines of a larger part. */
const isLines = ({ main, request, where }: Conflict): boolean =>
  / .*\./.test(where) ||
  [main, request].every((side) =>
    written(side)
      .split(/\r?\n/)
      .every((line) => /^\s*(?:[-*+]\s|\d+[.)]\s|\|)/.test(line))
  )

/** Both versions, one after the other. */
export const bothOf = (conflict: Conflict, first: "main" | "request"): string => {
  const sides = [written(conflict.main), written(conflict.request)].filter((side) => side !== "")
  const ordered = first === "main" ? sides : sides.toReversed()
  return ordered.map((side) => side.replace(/(?:\r?\n)+$/, "")).join(isLines(conflict) ? "\n" : "\n\n")
}

/** The buttons that a conflict has. */
export const sidesOf = (conflict: Conflict): ReadonlyArray<Side> => {
  const hasBoth = conflict.kind === "block" && written(conflict.main) !== "" && written(conflict.request) !== ""
  return hasBoth ? ["main", "request", "mainFirst", "requestFirst"] : ["main", "request"]
}

/** The choice of a button. */
export const choiceOf = (conflict: Conflict, side: Side): Choice => {
  if (side === "main" || side === "request") return { take: side }
  return { text: bothOf(conflict, side === "mainFirst" ? "main" : "request") }
}

/** The text that a choice leaves, of a conflict that a text can decide. */
export const resultOf = (conflict: Conflict, choice: Choice): string =>
  "text" in choice ? choice.text : written(conflict[choice.take])

/** Things by the key that each has, in their order. */
export const grouped = <A>(all: ReadonlyArray<A>, key: (one: A) => string): ReadonlyMap<string, Array<A>> => {
  const found = new Map<string, Array<A>>()
  for (const one of all) {
    const before = found.get(key(one))
    if (before === undefined) found.set(key(one), [one])
    else before.push(one)
  }
  return found
}
