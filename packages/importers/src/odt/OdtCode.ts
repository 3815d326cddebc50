/** Joins the lines of code of an OpenDocument text, each of which is a paragraph. */
import type { ElementContent } from "hast"
import { element, textOf } from "../html/Hast.js"

const codeOf = (node: ElementContent | undefined): string | undefined =>
  node?.type === "element" && node.tagName === "pre" ? textOf(node) : undefined

/** Joins consecutive lines of code into a code block. */
export const joinCode = (nodes: ReadonlyArray<ElementContent>): Array<ElementContent> => {
  const found: Array<ElementContent> = []
  let lines: Array<string> = []
  const close = (): void => {
    if (lines.length > 0) found.push(element("pre", [element("code", [{ type: "text", value: lines.join("\n") }])]))
    lines = []
  }
  for (const node of nodes) {
    const code = codeOf(node)
    if (code !== undefined) lines.push(code)
    else {
      close()
      found.push(node)
    }
  }
  close()
  return found
}
