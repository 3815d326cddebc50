/** Reads texts as MkDocs does with Material: Python-Markdown and the extensions of PyMdown. */
import type { MarkdownIt as Parser } from "markdown-it"
import type { Reading } from "../../../text/markdown/Reading.js"
import { admonition } from "./Admonitions.js"
import { blockAttributes, inlineAttributes, settleAttributes } from "./Attributes.js"
import { codeTokens, indentedCode } from "./Code.js"
import { definitions } from "./Definitions.js"
import { mkdocsHeadings } from "./Headings.js"
import { generated, hiddenLines } from "./Hidden.js"
import { afterComment, htmlElement, loneTag } from "./Html.js"
import { icons, nameIcons } from "./Icons.js"
import { inlineMarks } from "./InlineMarks.js"
import { onePicture } from "./Pictures.js"
import { references } from "./References.js"
import { slashBlock } from "./SlashBlocks.js"
import { snippets } from "./Snippets.js"
import { tabs } from "./Tabs.js"
import { boldTitles } from "./Titles.js"

const interrupting = { alt: ["paragraph", "reference", "blockquote", "list"] }

const extend = ({ block, core, inline }: Parser): void => {
  block.ruler.at("code", indentedCode)
  for (const [name, rule] of Object.entries({ admonition, tabs, slashBlock, snippets, hiddenLines, generated })) {
    block.ruler.before("block_tag", `mkdocs_${name}`, rule, interrupting)
  }
  block.ruler.before("html_block", "mkdocs_comment", afterComment(block.ruler.getRules("").at(-1)!))
  block.ruler.before("html_block", "mkdocs_element", htmlElement)
  block.ruler.before("html_block", "mkdocs_tag", loneTag)
  block.ruler.before("lheading", "mkdocs_definitions", definitions)
  inline.ruler.after("backticks", "mkdocs_marks", inlineMarks)
  inline.ruler.after("backticks", "mkdocs_icons", icons)
  inline.ruler.after("backticks", "mkdocs_attributes", inlineAttributes)
  inline.ruler.after("link", "mkdocs_references", references)
  inline.ruler2.before("fragments_join", "mkdocs_attributes", settleAttributes)
  inline.ruler2.before("fragments_join", "mkdocs_icons", nameIcons)
  core.ruler.before("inline", "mkdocs_attributes", blockAttributes)
  core.ruler.after("inline", "mkdocs_pictures", onePicture)
  core.ruler.after("inline", "mkdocs_titles", boldTitles)
  core.ruler.after("inline", "mkdocs_code", codeTokens)
}

/** The reading of MkDocs. */
export const mkdocsReading: Reading = { extend, headings: mkdocsHeadings }
