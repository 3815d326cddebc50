/** What two sides disagree on, and how that is decided. */

/** A side that is taken, or the text that stands in place of both. */
export type Resolution = "ours" | "theirs" | { readonly text: string }

/** Decisions by the `where` of conflicts. What is not decided is as `theirs` has it. */
export type Resolutions = ReadonlyMap<string, Resolution>

/** Nothing decided. */
export const undecided: Resolutions = new Map()

/** A conflict within one text; an empty text stands for nothing. */
export interface TextConflict {
  /** `field` for a key of the front matter, `block` for a part of the body. */
  readonly kind: "block" | "field"
  /** What resolves it: the path of the key, or the number of the block in the base, as `block 3` or `block 3.2`. */
  readonly where: string
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** What a decision makes of a conflict. */
export const resolve = ({ ours, theirs }: Pick<TextConflict, "ours" | "theirs">, by: Resolution): string =>
  by === "ours" ? ours : by === "theirs" ? theirs : by.text
