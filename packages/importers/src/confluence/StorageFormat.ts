/** Converts Confluence's storage format (XHTML with `ac:` and `ri:` elements) to plain HTML. */
import { anchorOf } from "@lectern/core/internal/text/markdown/Anchors"
import type { Element, ElementContent, Root } from "hast"
import { emoticons } from "../Emoticons.js"
import { hintStyle } from "../HintStyles.js"
import {
  attribute,
  element,
  elements,
  find,
  isElement,
  lineOf,
  marked,
  markedInline,
  rewrite,
  textOf
} from "../html/Hast.js"
import { parseHtml } from "../html/Parse.js"
import { child, codeOf, drawn, hints, isLinkElement, parameter, part, silent, tabSets, transparent } from "./Macros.js"
import { parseable } from "./StorageSyntax.js"

/** Resolves the links and images of a page to URLs; `undefined` if the export does not have the target. */
export interface StorageTargets {
  readonly page: (title: string, space: string | undefined) => string | undefined
  readonly attachment: (name: string, page: string | undefined) => string | undefined
  /** The name of a user, by an id. */
  readonly user: (id: string) => string | undefined
  /** Called with each loss, phrased as the end of a sentence: `the macro jira is left out`. */
  readonly lost: (what: string) => void
}

/** Converts a page's body to plain HTML. */
export const storageToHtml = (storage: string, targets: StorageTargets): Root => {
  const notes: Array<Element> = []
  const inside = (node: Element | undefined): Array<ElementContent> => {
    if (node === undefined) return []
    rewrite(node, change)
    return node.children
  }
  const addressOf = (node: Element): string | undefined => {
    const page = child(node, "ri:page", "ri:blog-post", "ri:content-entity")
    const attachment = child(node, "ri:attachment")
    if (attachment !== undefined) {
      const owner = child(attachment, "ri:page")
      return targets.attachment(
        attribute(attachment, "ri:filename"),
        owner === undefined ? undefined : attribute(owner, "ri:content-title")
      )
    }
    if (page !== undefined) {
      const space = attribute(page, "ri:space-key")
      return targets.page(attribute(page, "ri:content-title"), space === "" ? undefined : space)
    }
    const url = child(node, "ri:url")
    return url === undefined ? undefined : attribute(url, "ri:value")
  }
  const nameOf = (node: Element): string => {
    for (const each of elements(node)) {
      const name =
        attribute(each, "ri:content-title") || attribute(each, "ri:filename") || attribute(each, "ri:space-key")
      if (name !== "") return name
    }
    return ""
  }
  const link = (node: Element): Array<ElementContent> => {
    const plain = child(node, "ac:plain-text-link-body")
    const rich = part(node, "link-body") ?? child(node, "ac:link-body")
    const anchor = attribute(node, "ac:anchor")
    const address = addressOf(node)
    const name = nameOf(node)
    const shown: Array<ElementContent> =
      rich !== undefined
        ? inside(rich)
        : [{ type: "text", value: (plain === undefined ? "" : textOf(plain)) || name || anchor }]
    const user = child(node, "ri:user")
    if (user !== undefined) {
      const id = attribute(user, "ri:account-id") || attribute(user, "ri:userkey") || attribute(user, "ri:username")
      const known = id === "" ? undefined : (targets.user(id) ?? (attribute(user, "ri:username") || undefined))
      if (lineOf(node) !== "") return shown
      if (known !== undefined) return [{ type: "text", value: `@${known}` }]
      targets.lost("the mention of a user is left out")
      return []
    }
    if (address === undefined && anchor === "") {
      if (name !== "") targets.lost(`the link to ${name} is left out: the export does not have it`)
      return shown
    }
    return [
      element("a", shown, {
        href: `${address ?? ""}${anchor === "" ? "" : `#${encodeURIComponent(anchorOf(anchor))}`}`
      })
    ]
  }
  const image = (node: Element): Array<ElementContent> => {
    const address = addressOf(node)
    if (address === undefined) {
      targets.lost(`the picture ${nameOf(node)} is left out: the export does not have it`)
      return []
    }
    const title = attribute(node, "ac:title")
    const picture = element("img", [], { src: address, alt: attribute(node, "ac:alt"), ...(title !== "" && { title }) })
    const href = attribute(node, "ac:href")
    const shown = href === "" ? picture : element("a", [picture], { href })
    const caption = child(node, "ac:caption")
    return caption === undefined ? [shown] : [element("figure", [shown, element("figcaption", inside(caption))])]
  }
  const macro = (node: Element): Array<ElementContent> => {
    const name = attribute(node, "ac:name")
    const body = part(node, "rich-text-body")
    const title = parameter(node, "title")
    if (name === "code" || name === "noformat") return [codeOf(node, name)]
    if (Object.hasOwn(hints, name)) {
      const head = title === "" ? [] : [element("p", [element("strong", [{ type: "text", value: title }])])]
      return [element("div", [...head, ...inside(body)], { className: ["admonition", hints[name]!] })]
    }
    if (tabSets.has(name)) {
      const tabs = body?.children.filter((each): each is Element => isElement(each, "ac:structured-macro")) ?? []
      const panels = tabs.map((each) => {
        const label = parameter(each, "title") || parameter(each, "label") || parameter(each, "name") || "Tab"
        const content = inside(part(each, "rich-text-body"))
        return marked({ kind: "tag", name: "tab", attributes: { title: label } }, content)
      })
      if (panels.length > 0) return [marked({ kind: "tag", name: "tabs", attributes: {} }, panels)]
    }
    if (name === "anchor") {
      const id = anchorOf(parameter(node, "") || parameter(node, "anchor"))
      return id === "" ? [] : [markedInline({ kind: "anchor", id })]
    }
    if (name === "quote" || name === "blockquote") return [element("blockquote", inside(body))]
    if (name === "footnote" && body !== undefined) return note(body)
    if (name === "excerpt" && parameter(node, "hidden") === "true") {
      targets.lost("hidden text is left out")
      return []
    }
    if (name === "include" || name === "excerpt-include") {
      const holder = node.children.find((each) => isElement(each, "ac:parameter") && find(each, isLinkElement))
      const inner = holder === undefined ? undefined : find(holder, isLinkElement)
      if (inner !== undefined) {
        targets.lost(`the page ${nameOf(inner)} is linked to, not included`)
        return [element("p", link(inner))]
      }
    }
    if (name === "jira" && parameter(node, "key") !== "") {
      targets.lost("only the key of an issue of Jira is kept")
      return [{ type: "text", value: parameter(node, "key") }]
    }
    if (/^(?:inc-)?drawio/.test(name)) {
      const diagram = parameter(node, "diagramDisplayName") || parameter(node, "diagramName")
      const address = targets.attachment(`${diagram}.png`, undefined)
      if (address !== undefined) return [element("img", [], { src: address, alt: diagram })]
    }
    if (/^(?:ui-)?expand$/.test(name)) {
      const summary = element("summary", [{ type: "text", value: title === "" ? "Details" : title }])
      return [element("details", [summary, ...inside(body)])]
    }
    if (name === "status") return [element("strong", [{ type: "text", value: title }], { className: ["status"] })]
    if (name === "view-file" || name === "viewpdf" || name === "multimedia") {
      const holder = node.children.find(
        (each) => isElement(each, "ac:parameter") && child(each, "ri:attachment") !== undefined
      )
      if (isElement(holder)) return link(holder)
    }
    if (name === "widget" || name === "iframe") {
      const holder = node.children.find(
        (each) => isElement(each, "ac:parameter") && attribute(each, "ac:name") === "url"
      )
      const address = (isElement(holder) ? addressOf(holder) : undefined) ?? parameter(node, "url")
      if (address !== "") return [element("a", [{ type: "text", value: address }], { href: address })]
    }
    const formula = parameter(node, "body")
    if (/^(?:eazy-)?math-?inline$/.test(name) && formula !== "")
      return [markedInline({ kind: "math", value: formula, display: false })]
    if (silent.has(name)) return inside(body)
    const text = child(node, "ac:plain-text-body")
    const isMath = /^(?:eazy-)?math-?block$/.test(name)
    if (!transparent.has(name) && !drawn.test(name) && !isMath)
      targets.lost(
        body === undefined && text === undefined
          ? `the macro ${name} is left out`
          : `only the content of the macro ${name} is kept`
      )
    if (body !== undefined) return inside(body)
    if (text !== undefined && isMath) return [marked({ kind: "math", value: textOf(text), display: true })]
    return text === undefined ? [] : [codeOf(node, name)]
  }
  /** A node of the cloud editor, whose text is repeated in a fallback for older versions. */
  const extension = (node: Element): Array<ElementContent> => {
    const own = child(node, "ac:adf-node")
    const type = own === undefined ? "" : attribute(own, "type")
    if (own === undefined || (type !== "panel" && type !== "decision-list"))
      return inside(part(node, "adf-fallback") ?? node)
    const kind = own.children.find((each) => isElement(each) && attribute(each, "key") === "panel-type")
    const style = (kind === undefined ? undefined : hintStyle(textOf(kind))) ?? "info"
    const decisions = own.children.filter((each): each is Element => isElement(each, "ac:adf-node"))
    const items = decisions.map((each) => element("li", inside(each)))
    const content = type === "panel" ? inside(own) : [element("ul", items)]
    return [element("div", content, { className: ["admonition", style] })]
  }
  /** The reference to a note, which is moved to the end. */
  const note = (body: Element): Array<ElementContent> => {
    const label = String(notes.length + 1)
    const place = notes.push(element("div", [])) - 1
    notes[place] = marked({ kind: "footnotes", label }, inside(body))
    return [markedInline({ kind: "footnote", label })]
  }
  const tasks = (node: Element): Array<ElementContent> => [
    element(
      "ul",
      node.children.flatMap((each) =>
        isElement(each, "ac:task") ? [task(each)] : isElement(each, "ac:task-list") ? tasks(each) : []
      )
    )
  ]
  const task = (node: Element): Element => {
    const status = child(node, "ac:task-status")
    const checked = status !== undefined && lineOf(status) === "complete"
    const body = part(node, "task-body")
    return element("li", [element("input", [], { type: "checkbox", checked }), ...inside(body)], {
      className: ["task-list-item"]
    })
  }
  const change = (node: Element): Array<ElementContent> | undefined => {
    switch (node.tagName) {
      case "ac:structured-macro":
      case "ac:macro":
        return macro(node)
      case "ac:adf-extension":
        return extension(node)
      case "ac:link":
        return link(node)
      case "ac:image":
        return image(node)
      case "ac:task-list":
        return tasks(node)
      case "ac:emoticon":
        return [
          { type: "text", value: attribute(node, "ac:emoji-fallback") || (emoticons[attribute(node, "ac:name")] ?? "") }
        ]
      case "ac:placeholder":
      case "ac:parameter":
      case "ac:adf-attribute":
        return []
      case "object":
        return inside(node)
      case "time":
        return [{ type: "text", value: lineOf(node) || attribute(node, "dateTime") }]
      default:
        if (!node.tagName.startsWith("ac:") && !node.tagName.startsWith("ri:")) return undefined
        return inside(node)
    }
  }
  const root = parseHtml(`<div id="main-content" class="wiki-content">${parseable(storage)}</div>`)
  rewrite(root, change)
  const main = find(root, (each) => attribute(each, "id") === "main-content")
  main?.children.push(...notes)
  return root
}
