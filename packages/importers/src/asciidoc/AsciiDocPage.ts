/** Converts an AsciiDoc text to a page. */
import type { PreprocessorReader, Registry } from "@asciidoctor/core"
import { directory, join } from "@lectern/core/internal/content/git-layout/Paths"
import type { Element, Root } from "hast"
import { keyOf } from "../archive/Links.js"
import { attribute, element, elements, hasClass, isElement } from "../html/Hast.js"
import { readWhole } from "../html/HtmlPage.js"
import { parseHtml } from "../html/Parse.js"
import { markTexText } from "../html/TexText.js"
import { included } from "./Including.js"

/** A text, and the texts that it may include by path; `null` if the folder has no such file. */
export interface AsciiDocText {
  readonly path: string
  readonly text: string
  readonly files: ReadonlyMap<string, string | null>
}

/** A page whose links and images are keys of paths in the folder. */
export interface AsciiDocPage {
  readonly title: string
  readonly description?: string
  readonly markdown: string
  /** The paths of the included texts. */
  readonly included: ReadonlyArray<string>
  /** The paths that it includes and that were not passed. */
  readonly missing: ReadonlyArray<string>
  readonly problems: ReadonlyArray<string>
}

/** The limits of includes: characters in total, number, and nesting. */
const limits = { characters: 5 * 1024 * 1024, includes: 2_000, depth: 64 } as const

const maxProblems = 20

/**
 * The attributes that a text may not change: nothing is fetched, executed or numbered here, and links between texts
 * remain links to texts.
 */
const attributes = {
  "allow-uri-read": null,
  "data-uri": null,
  "max-include-depth": limits.depth,
  icons: null,
  linkcss: true,
  relfilesuffix: ".adoc",
  sectanchors: null,
  sectlinks: null,
  "source-highlighter": null,
  toc: null,
  "showtitle@": true
}

/** The path that an `include::` names; `undefined` if it is outside the folder. */
export const includePath = (target: string, from: string): string | undefined =>
  /^(?:[a-z][a-z0-9+.-]*:|\/|[a-z]:)/i.test(target) ? undefined : join(directory(from), target.replaceAll("\\", "/"))

interface Notes {
  readonly included: Set<string>
  readonly missing: Set<string>
  readonly problems: Set<string>
}

/** Resolves the includes of a text from memory, within the limits. */
const including =
  ({ files, path }: AsciiDocText, notes: Notes) =>
  (registry: Registry): void => {
    let characters = 0
    let count = 0
    /** Why a text is not included; `undefined` if it is. */
    const refused = (
      found: string | undefined,
      text: string | null,
      reader: PreprocessorReader
    ): string | undefined => {
      if (found === undefined) return "which is outside the folder; it is left out"
      if (text === null) return "which does not exist"
      const around = [path, reader.file, ...reader.includeStack.map((each) => each[1])]
      if (around.includes(found)) return "which includes itself; it is left out"
      const isMuch =
        reader.includeStack.length >= limits.depth || count >= limits.includes || characters > limits.characters
      return isMuch ? "which exceeds the limits; it is left out" : undefined
    }
    const take = (reader: PreprocessorReader, target: string, stated: Record<string, string>): void => {
      const found = includePath(target, reader.file ?? path)
      const text = found === undefined ? null : files.get(found)
      if (found !== undefined && text === undefined) notes.missing.add(found)
      if (text === undefined) return
      const lines = text === null ? "" : included(text, stated)
      characters += lines.length
      const reason = refused(found, text, reader)
      if (reason !== undefined || found === undefined) {
        if (!("optional-option" in stated)) notes.problems.add(`includes ${target}, ${reason}`)
        return
      }
      count++
      notes.included.add(found)
      reader.pushInclude(lines, found, found, 1, stated)
    }
    registry.includeProcessor(function () {
      this.process((_document, reader, target, stated) => take(reader, target, stated))
    })
  }

/** Converts an id that AsciiDoc generated from a title to the form of page anchors. */
const plainId = (id: string): string => (/^_[^_]/.test(id) ? id.slice(1).replaceAll("_", "-") : id)

const plainHref = (href: string): string => href.replace(/#_[^_].*$/, (fragment) => `#${plainId(fragment.slice(1))}`)

/** Removes the brackets from a footnote reference, and the dot after a footnote's number. */
const plainNote = (node: Element): void => {
  if (isElement(node, "sup")) node.children = node.children.filter((child) => isElement(child))
  else if (isElement(node, "div"))
    node.children = node.children.map((child) =>
      child.type === "text" ? { ...child, value: child.value.replace(/^\.\s/, "") } : child
    )
}

const treeOf = (html: string, isMath: boolean): Root => {
  const tree = parseHtml(html)
  const body = [...elements(tree)].find((each) => isElement(each, "body"))
  const root: Root = { type: "root", children: [element("main", body?.children ?? [])] }
  if (isMath) markTexText(root, true)
  for (const each of elements(root)) {
    const id = attribute(each, "id")
    if (id !== "") each.properties.id = plainId(id)
    if (isElement(each, "a")) each.properties.href = plainHref(attribute(each, "href"))
    if (hasClass(each, "stemblock")) each.properties.className = ["math"]
    if (hasClass(each, "footnote")) plainNote(each)
  }
  return root
}

/** The macros and blocks of formulas. */
const stem = /\b(?:stem|latexmath|asciimath):\[|^\[(?:stem|latexmath|asciimath)\]/m

/** Converts a text. */
export const readAsciiDoc = async (input: AsciiDocText): Promise<AsciiDocPage> => {
  const { Extensions, load, LoggerManager, NullLogger } = await import("@asciidoctor/core")
  LoggerManager.setLogger(new NullLogger())
  const notes: Notes = { included: new Set(), missing: new Set(), problems: new Set() }
  const registry = Extensions.create()
  including(input, notes)(registry)
  const document = await load(input.text, {
    safe: "secure",
    backend: "html5",
    standalone: false,
    attributes,
    extension_registry: registry
  })
  const html = await document.convert()
  const isMath = document.hasAttribute("stem") || stem.test(input.text)
  if (isMath && /\\\$[^$]{1,2000}\\\$/.test(String(html)))
    notes.problems.add("has formulas in AsciiMath, which are kept as source text")
  const page = readWhole(treeOf(String(html), isMath), keyOf(input.path))
  const description = document.getAttribute("description")
  return {
    title: page.title,
    markdown: page.markdown,
    ...(typeof description === "string" && description !== "" ? { description } : {}),
    included: [...notes.included],
    missing: [...notes.missing],
    problems: [...notes.problems, ...page.losses].slice(0, maxProblems)
  }
}
