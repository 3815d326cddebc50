/** The anchors of the headings of texts, and the names that other generators give them. */

import { anchorOf } from "@lectern/core/internal/text/markdown/Anchors"
import { plainText } from "@lectern/core/internal/text/markdown/Parser"
import { fenceEnd } from "../markdown/Code.js"
import { withBracedAnchors } from "../markdown/HeadingAnchors.js"

/** The letters and digits of a heading or an anchor. The anchors of different generators share nothing else. */
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, "")

/** The maximum length of a heading, in characters. */
const limit = 1_000

interface Anchors {
  readonly known: ReadonlySet<string>
  /** By the letters and digits of the headings. */
  readonly byLetters: ReadonlyMap<string, string>
}

const anchorsIn = (markdown: string): Anchors => {
  const known = new Set<string>()
  const byLetters = new Map<string, string>()
  const lines = withBracedAnchors(markdown).split(/\r?\n/)
  for (let at = 0; at < lines.length; at = Math.max(at + 1, fenceEnd(lines, at))) {
    const line = lines[at]!
    const heading = line.length > limit ? null : /^[ \t]*#{1,6}[ \t]+(.*?)[ \t#]*$/.exec(line)
    for (const [, id = ""] of line.matchAll(/\b(?:id|name)=["']([^"'\s]+)["']/g)) known.add(id)
    if (heading === null) continue
    const own = /^(.*?)[ \t]*\{#([^}\s]+)\}$/.exec(heading[1]!)
    const text = plainText(own?.[1] ?? heading[1]!).trim()
    const anchor = own?.[2] ?? anchorOf(text)
    known.add(anchor)
    const letters = lettersOf(text)
    if (letters !== "" && !byLetters.has(letters)) byLetters.set(letters, anchor)
  }
  return { known, byLetters }
}

/** The anchor of a heading in the text at a path, by the anchor that a link names, which another generator made. */
export type FindAnchor = (path: string, anchor: string) => string

/**
 * Finds the anchors of headings in texts. An anchor that a text does not have is replaced by that of its first heading
 * with the same letters and digits, or else stays unchanged.
 */
export const anchorFinder = (textOf: (path: string) => string | undefined): FindAnchor => {
  const read = new Map<string, Anchors>()
  return (path, anchor) => {
    const found = read.get(path) ?? anchorsIn(textOf(path) ?? "")
    read.set(path, found)
    return found.known.has(anchor) ? anchor : (found.byLetters.get(lettersOf(anchor)) ?? anchor)
  }
}
