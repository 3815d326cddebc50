/** Reads the anchors that headings state for themselves. */
import { outsideBlocks } from "./Code.js"

/** A heading with an anchor in brackets, which begins with a letter: others are references, such as those to issues. */
const bracketed = /^( {0,3}#{1,6}[ \t][^\n]{0,1000}?)[ \t]*\[#([\p{L}_][^\]\s]{0,200})\][ \t]*$/gmu

/** A text whose headings state their anchors as `{#id}`, where some generators write `[#id]`. */
export const withBracedAnchors = (markdown: string): string =>
  markdown.includes("[#") ? outsideBlocks(markdown, (part) => part.replaceAll(bracketed, "$1 {#$2}")) : markdown
