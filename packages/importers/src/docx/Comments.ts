/** Reads the comments of a Word document: authors, texts, and the text they refer to. */
import { childrenOf, descendants, isXml, type XmlElement, xmlText } from "../xml/Xml.js"

/** A comment or reply. */
export interface Remark {
  readonly author: string
  /** The time as the document states it; without a time zone if Word omitted it. */
  readonly at?: string
  readonly text: string
}

/** A comment with its replies and the text it refers to, which is empty for a comment on a point. */
export interface DocumentComment extends Remark {
  readonly quote: string
  readonly resolved: boolean
  readonly replies: ReadonlyArray<Remark>
}

const lineOf = (paragraph: XmlElement): string => {
  const parts: Array<string> = []
  for (const each of descendants(paragraph, ({ name }) => name !== "w:del" && name !== "w:moveFrom")) {
    if (each.name === "w:t") parts.push(xmlText(each))
    else if (isXml(each, "w:br", "w:tab", "w:cr")) parts.push(" ")
  }
  return parts.join("").trim()
}

const paragraphsOf = (comment: XmlElement): ReadonlyArray<XmlElement> =>
  [...descendants(comment)].filter(({ name }) => name === "w:p")

/**
 * The comments of `comments.xml`, in the order in which the document refers to them. `extended`, which newer documents
 * have, says which ones are replies and which are resolved; `quotes` are the texts they refer to, by comment id.
 */
export const readComments = (
  root: XmlElement | undefined,
  extended: XmlElement | undefined,
  quotes: ReadonlyMap<string, string>
): ReadonlyArray<DocumentComment> => {
  const states = new Map(
    childrenOf(extended, "w15:commentEx").map(({ attributes }) => [attributes["w15:paraId"] ?? "", attributes])
  )
  const written = childrenOf(root, "w:comment").map((node) => {
    const paragraphs = paragraphsOf(node)
    const paragraph = paragraphs.at(-1)?.attributes["w14:paraId"] ?? ""
    const { "w:author": author = "", "w:date": at, "w:id": id = "", "w:initials": initials = "" } = node.attributes
    const text = paragraphs
      .map(lineOf)
      .filter((line) => line !== "")
      .join("\n\n")
    const remark: Remark = { author: author.trim() || initials.trim(), text, ...(at === undefined ? {} : { at }) }
    return { id, remark, paragraph, state: states.get(paragraph) }
  })
  const byParagraph = new Map(written.map((each) => [each.paragraph, each]))
  const replies = new Map<string, Array<Remark>>()
  const heads = written.filter(({ remark, state }) => {
    const parent = byParagraph.get(state?.["w15:paraIdParent"] ?? " ")
    if (parent === undefined) return true
    const known = replies.get(parent.paragraph)
    if (known === undefined) replies.set(parent.paragraph, [remark])
    else known.push(remark)
    return false
  })
  const order = new Map([...quotes.keys()].map((id, index) => [id, index]))
  const place = (id: string): number => order.get(id) ?? order.size
  return heads
    .sort((left, right) => place(left.id) - place(right.id))
    .map(({ id, paragraph, remark, state }) => ({
      ...remark,
      quote: quotes.get(id)?.replaceAll(/\s+/g, " ").trim() ?? "",
      resolved: state?.["w15:done"] === "1" || state?.["w15:done"] === "true",
      replies: paragraph === "" ? [] : (replies.get(paragraph) ?? [])
    }))
}
