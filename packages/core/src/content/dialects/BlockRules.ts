/** The rules of markdown-it for blocks, for dialects that add to them. */
import MarkdownIt, { type MarkdownIt as Parser, type StateBlock } from "markdown-it"

/** A rule for blocks. */
export type BlockRule = (state: StateBlock, line: number, end: number, silent: boolean) => boolean

/** The constructs that a line of a block which may interrupt them ends. */
export const interrupts = { alt: ["paragraph", "reference", "blockquote", "list"] }

/** The rule of markdown-it for a kind of block. */
export const blockRule = (name: "blockquote" | "code" | "fence" | "heading" | "lheading" | "paragraph"): BlockRule => {
  const { ruler } = new MarkdownIt().block
  ruler.enableOnly([name])
  return ruler.getRules("")[0]!
}

/** Makes a parser read the block tags of Git-synced documentation as text: only that knows them. */
export const withoutBlockTags = (parser: Parser): void => {
  parser.block.ruler.disable(["block_tag", "html_above_tag", "after_end_tag"])
  parser.block.ruler.at("paragraph", blockRule("paragraph"))
}
