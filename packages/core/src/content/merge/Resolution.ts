/** Conflicts between two sides, and decisions about them. */

/** A decision: the side to take, or a text that replaces both. */
export type Resolution = "ours" | "theirs" | { readonly text: string }

/** Decisions by the `where` of conflicts. Undecided conflicts have the version of `theirs`. */
export type Resolutions = ReadonlyMap<string, Resolution>

/** Nothing decided. */
export const undecided: Resolutions = new Map()

/** A conflict within one text; an empty text means that the side has none. */
export interface TextConflict {
  /** `field` for a key of the front matter, `block` for a part of the body. */
  readonly kind: "block" | "field"
  /**
   * The key by which it is resolved: the path of the front matter key, or the number of the block in the base, such as
   * `block 3` or `block 3.2`.
   */
  readonly where: string
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** The result of a decision for a conflict. */
export const resolve = ({ ours, theirs }: Pick<TextConflict, "ours" | "theirs">, by: Resolution): string =>
  by === "ours" ? ours : by === "theirs" ? theirs : by.text
