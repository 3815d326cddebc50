/** What a text is read as, in short. */
import type { ContentNode } from "@lectern/core/text/markdown/ContentNode"

/**
 * A tree as one line: the name of each node with what matters of it, and its contents in parentheses. `struck` precedes
 * text that is struck through.
 */
export const told = (nodes: ReadonlyArray<ContentNode>, struck = ""): string =>
  nodes
    .map((node) => {
      const mark = node.marks?.includes("strikethrough") === true ? struck : ""
      if (node.object === "text") return mark + JSON.stringify(node.text)
      const { attributes: _, html, ref, ...data } = node.data ?? {}
      const url = ref === undefined ? [] : [(ref as { readonly url: string }).url]
      const details = [...url, ...Object.entries(data).map(([key, value]) => `${key}=${value}`)].join(" ")
      const name = `${node.type}${details === "" ? "" : `[${details}]`}`
      return node.nodes === undefined || node.nodes.length === 0 ? name : `${name}(${told(node.nodes, struck)})`
    })
    .join(" ")
