/** Parses HTML into a tree of bounded depth and size, in time bounded by its length. */
import type { Root } from "hast"
import { fromParse5 } from "hast-util-from-parse5"
import { type DefaultTreeAdapterMap, defaultTreeAdapter, Parser, type Token, type TreeAdapter } from "parse5"

/** How many elements may be open at the same time. Deeper elements lose their tags and keep their text. */
const maxDepth = 100
/** How many elements a page may have; the tags of further ones are dropped. Most pages have a few thousand. */
const maxElements = 60_000

/** Elements that have no further effect inside themselves, and that browsers reopen in every paragraph. */
const formatting = new Set("b big em font i s small strike strong tt u".split(" "))
const unnested = new Set("area base br col embed hr img input link meta param source track wbr".split(" "))
const raw = new Set("script style textarea title xmp iframe noembed noframes noscript template".split(" "))

/** Speeds up parse5 on tables with much misplaced content: the node before a table is searched from the end. */
const adapter: TreeAdapter<DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  insertBefore: (parent, node, reference) => {
    parent.childNodes.splice(parent.childNodes.lastIndexOf(reference), 0, node)
    node.parentNode = parent
  },
  insertTextBefore: (parent, text, reference) => {
    const previous = parent.childNodes[parent.childNodes.lastIndexOf(reference) - 1]
    if (previous !== undefined && defaultTreeAdapter.isTextNode(previous)) previous.value += text
    else adapter.insertBefore(parent, defaultTreeAdapter.createTextNode(text), reference)
  }
}

class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  #elements = 0
  readonly #skipped = new Map<string, number>()

  override onItemPush(node: DefaultTreeAdapterMap["parentNode"], id: number, top: boolean): void {
    this.#elements++
    super.onItemPush(node, id, top)
  }

  override _reconstructActiveFormattingElements(): void {
    if (this.#elements <= maxElements) super._reconstructActiveFormattingElements()
  }

  override onStartTag(token: Token.TagToken): void {
    const name = token.tagName
    const full = this.openElements.stackTop >= maxDepth || this.#elements > maxElements
    const again = formatting.has(name) && this.activeFormattingElements.getElementEntryInScopeWithTagName(name) !== null
    const skipped = again || (full && !raw.has(name))
    if (!skipped) super.onStartTag(token)
    else if (!unnested.has(name)) this.#skipped.set(name, (this.#skipped.get(name) ?? 0) + 1)
  }

  override onEndTag(token: Token.TagToken): void {
    const skipped = this.#skipped.get(token.tagName) ?? 0
    if (skipped === 0) super.onEndTag(token)
    else this.#skipped.set(token.tagName, skipped - 1)
  }
}

/** The tree of HTML source. Never fails. */
export const parseHtml = (html: string): Root => {
  const parser = new BoundedParser({ treeAdapter: adapter, scriptingEnabled: false })
  parser.tokenizer.write(html, true)
  const tree = fromParse5(parser.document)
  return tree.type === "root" ? tree : { type: "root", children: [] }
}

const sniffed = /<meta[^>]+?charset\s*=\s*["']?\s*([\w-]+)/i
const declared = /charset\s*=\s*["']?\s*([\w-]+)/i

const decoder = (label: string | undefined): TextDecoder | undefined => {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

/**
 * Decodes an HTML file. The encoding is that of its byte order mark, of the content type, or of its `<meta charset>`,
 * in this order; otherwise UTF-8, or Windows-1252 if the bytes are not valid UTF-8.
 */
export const decodeHtml = (bytes: Uint8Array, contentType = ""): string => {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 2048))
  const named = marked ? undefined : (decoder(declared.exec(contentType)?.[1]) ?? decoder(sniffed.exec(start)?.[1]))
  if (named !== undefined) return named.decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}
