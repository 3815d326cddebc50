/** The anchors of headings: the fragments of addresses that lead to them. */

/** GitHub's anchor of a heading, before it is made unique. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-")

/** The anchor itself, or the first of `anchor-1`, `anchor-2`, … that the page does not have yet. */
export const uniqueAnchor = (anchor: string, seen: Map<string, number>): string => {
  let candidate = anchor
  for (let count = seen.get(anchor) ?? 0; seen.has(candidate); ) {
    count++
    seen.set(anchor, count)
    candidate = `${anchor}-${count}`
  }
  seen.set(candidate, 0)
  return candidate
}
