/** Takes out the comments of reviewers, which word processors write like footnotes into the HTML that they export. */
import type { Element, Root } from "hast"
import { commentText } from "../docx/CommentText.js"
import { attribute, elements, find, hasClass, isElement, lineOf, rewrite } from "./Hast.js"

/** A reference to a comment: of Google Docs, or of Word. */
const isReference = (node: Element): boolean =>
  isElement(node, "a") && (/^cmnt_ref\d+$/.test(attribute(node, "id")) || hasClass(node, "msocomanchor"))

/** The place of a comment, at the beginning of its text: it links back to the reference. */
const isPlace = (node: Element): boolean =>
  isElement(node, "a") && (/^#cmnt_ref\d+$/.test(attribute(node, "href")) || hasClass(node, "msocomoff"))

const isWordComment = (node: Element): boolean =>
  hasClass(node, "msocomtxt") || /mso-element:\s*comment(?![\w-])/.test(attribute(node, "style"))

/** Who made a comment, as Word states it; empty if nobody is stated. */
const authorOf = (node: Element): string => {
  const styles = [node, ...elements(node)].map((each) => attribute(each, "style"))
  const stated = styles.map((style) => /mso-comment-author:\s*("[^"]*"|[^;]*)/.exec(style)?.[1]).find(Boolean)
  return (stated ?? "").replaceAll('"', "").trim()
}

/** Whether an element is the text of a comment, or consists of such texts and references. */
const isComment = (node: Element): boolean => {
  if (isWordComment(node)) return true
  const place = isElement(node, "p", "div") ? find(node, isPlace) : undefined
  return place !== undefined && lineOf(node).startsWith(lineOf(place))
}

const isOnlyReference = (node: Element): boolean => {
  const reference = isReference(node) ? node : find(node, isReference)
  return reference !== undefined && lineOf(node) === lineOf(reference)
}

/** Removes comments with their references, and returns each as a problem of the import. */
export const takeReviewComments = (root: Root): ReadonlyArray<string> => {
  const found: Array<string> = []
  if (![...elements(root)].some((each) => isReference(each) || isPlace(each) || isWordComment(each))) return found
  rewrite(root, (node) => {
    if (isOnlyReference(node) && !isElement(node, "p", "div", "body", "html")) return []
    if (!isComment(node)) return undefined
    const text = lineOf(node, (each) => isPlace(each) || hasClass(each, "msocomanchor"))
    found.push(commentText({ author: authorOf(node), quote: "", resolved: false, replies: [], text }))
    return []
  })
  return found
}
