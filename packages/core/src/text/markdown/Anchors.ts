/** The anchors of headings: the fragments of addresses that lead to them. */

/** GitHub's anchor of a heading, before it is made unique: its words, in which `²` and `½` are no digits, and dashes. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-")

/** How the ids of headings are made. */
export interface HeadingIds {
  /** The id of a heading from its plain text, before it is made unique; it may be empty. */
  readonly id: (heading: string) => string
  /** The id of the `count`th heading, from 1, that would have the id of another one before it. */
  readonly numbered: (id: string, count: number) => string
}

/** GitHub's ids of headings. */
export const githubIds: HeadingIds = { id: anchorOf, numbered: (id, count) => `${id}-${count}` }

/** The anchor itself, or the first of its numbered ones (`anchor-1`, `anchor-2`, …) that the page does not have yet. */
export const uniqueAnchor = (anchor: string, seen: Map<string, number>, { numbered }: HeadingIds): string => {
  let candidate = anchor
  for (let count = seen.get(anchor) ?? 0; seen.has(candidate); ) {
    count++
    seen.set(anchor, count)
    candidate = numbered(anchor, count)
  }
  seen.set(candidate, 0)
  return candidate
}

const stated = /^:?[ \t]*#([^\s{}]+)(?:[ \t][^{}]*)?$/

/**
 * A text without the `{#anchor}` at its end, which may have spaces and other attributes in it, and that anchor;
 * `undefined` if there is none.
 */
export const cutAnchor = (text: string): { readonly text: string; readonly anchor: string } | undefined => {
  const shown = text.trimEnd()
  const at = shown.endsWith("}") ? shown.lastIndexOf("{") : -1
  const anchor = at < 0 ? undefined : stated.exec(shown.slice(at + 1, -1))?.[1]
  return anchor === undefined ? undefined : { text: shown.slice(0, at).trimEnd(), anchor }
}

const element = /<a\b[^<>]*?\s(?:id|name)=["']?([^"'\s>]+)/i

/** The anchor of the first element in a heading that sets one, as it is written. */
export const elementAnchor = (written: string): string | undefined =>
  written.includes("<") ? element.exec(written)?.[1] : undefined
