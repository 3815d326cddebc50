/** Recognizes code blocks in the markup of documentation generators: their text, language and title. */
import type { Element, Root } from "hast"
import { brokenLines, codeText, isBroken, isGutter, isTool, withoutEnd } from "./CodeText.js"
import {
  attribute,
  classes,
  element,
  elements,
  find,
  hasClass,
  isBlank,
  isBlock,
  isElement,
  lineOf,
  marked,
  rewrite,
  textOf
} from "./Hast.js"

const wrapping =
  /^(?:highlight|language-|code|expressive-code$|literal-block-wrapper$|sourceCode$|theme-code-block$|snippet$|listingblock$|syntaxhighlighter)/
const titled =
  /^(?:filename|codeBlockTitle|code-block-caption|code-?header|codeHeader|title|code-title|code-block-(?:title|filename|header)|rehype-code-title)/
const has = (node: Element, pattern: RegExp): boolean => classes(node).some((name) => pattern.test(name))
const isTitle = (node: Element): boolean =>
  isElement(node, "figcaption") || (has(node, titled) && !isElement(node, "pre", "code"))

const nothing = /^(?:none|text|txt|plain|plaintext|plain-text|default|notranslate|nohighlight|auto|undefined|null)$/
const named = /^(?:language|lang|highlight-source|highlight-text|highlight|brush:?)-([\w+#.-]+)$/
const known =
  /^(?:bash|c|cpp|csharp|css|diff|go|graphql|html|http|ini|java|javascript|js|json|jsx|kotlin|lua|makefile|markdown|mermaid|nginx|perl|php|powershell|python|r|ruby|rust|scala|sh|shell|sql|swift|toml|ts|tsx|typescript|xml|yaml|yml|zsh|haskell|elixir|erlang|clojure|dart|console|dockerfile|vue|svelte)$/
const highlighters = /^(?:hljs|sourceCode|prettyprint|brush:?|shiki|prism-code|chroma|highlight)$/

/** The language that an element states; empty if it states that there is none. */
const languageOf = (node: Element): string | undefined => {
  for (const name of ["dataLang", "dataLanguage", "language", "dataCodeLanguage"]) {
    const value = attribute(node, name)
    if (value !== "") return value
  }
  const brush = /\bbrush:\s*([\w+#-]+)/.exec(
    `${attribute(node, "dataSyntaxhighlighterParams")} ${attribute(node, "className")}`
  )
  if (brush !== null) return brush[1]!
  const names = classes(node)
  for (const name of names) {
    const language = named.exec(name)?.[1]
    if (language !== undefined && !/^(?:wrapper|lines?|block)$/.test(language)) return language
  }
  const bare = isElement(node, "code", "pre") || names.some((name) => highlighters.test(name))
  return bare ? names.find((name) => known.test(name)) : undefined
}

/** The only `pre` of a code block with the elements around it, outermost first; empty if there are several. */
const onlyPre = (block: Element): ReadonlyArray<Element> | undefined => {
  if (isElement(block, "pre")) return [block]
  let found: ReadonlyArray<Element> | undefined
  let several = false
  const look = (node: Element, path: ReadonlyArray<Element>): void => {
    for (const child of node.children) {
      if (!isElement(child) || isTool(child) || several) continue
      if (!isElement(child, "pre")) look(child, [...path, child])
      else if (
        child.children.length > 0 &&
        [...elements(child)].every((each) => !isElement(each, "code") || !isGutter(each))
      ) {
        if (path.some((each) => hasClass(each, "lntd")) && [...elements(child)].some((each) => hasClass(each, "lnt")))
          continue
        several ||= found !== undefined
        found = [...path, child]
      }
    }
  }
  look(block, [block])
  return several ? undefined : found
}

const titleOf = (block: Element, pre: Element): string => {
  const around = pre === block ? [] : [...elements(block, (each) => each !== pre && !isTool(each))]
  const title = around.find((each) => isTitle(each) && each !== pre)
  const written =
    title === undefined ? "" : lineOf(title, (each) => isTool(each) || hasClass(each, "sr-only") || each === pre)
  if (written !== "") return written
  for (const each of [block, pre]) {
    const value = attribute(each, "dataTitle") || attribute(each, "filename") || attribute(each, "dataFilename")
    if (value !== "") return value
  }
  return ""
}

/** The code cell of a one-row table whose first cell contains only line numbers. */
const numberedCell = (table: Element): Element | undefined => {
  const cells: Array<Element> = []
  for (const each of elements(table, (node) => !isElement(node, "td", "th"))) {
    if (isElement(each, "td", "th")) cells.push(each)
    if (cells.length > 2 || isElement(each, "caption")) return undefined
  }
  const [numbers, code] = cells
  if (numbers === undefined || code === undefined || !/^\s*\d+(?:\s+\d+)*\s*$/.test(textOf(numbers))) return undefined
  const pre = code.children.filter((child) => !isBlank(child))
  return pre.length === 1 && isElement(pre[0], "pre") && find(numbers, (each) => isElement(each, "pre")) !== undefined
    ? pre[0]
    : undefined
}

/** The code blocks that an element consists of; `undefined` if it shows anything else. */
const codeBlocks = (block: Element): ReadonlyArray<Element> | undefined => {
  const isTable =
    isElement(block, "table") &&
    has(block, /^(?:highlighttable|lntable|rouge-table|codehilitetable|syntaxhighlighter)$/)
  const numbered = isElement(block, "table") && !isTable ? numberedCell(block) : undefined
  const wraps = isElement(block, "pre") || isTable || (isElement(block, "div", "figure") && has(block, wrapping))
  if (!wraps && numbered === undefined) return undefined
  if (numbered !== undefined) return codeBlocks(numbered)
  const path = onlyPre(block)
  const pre = path?.at(-1)
  if (path === undefined || pre === undefined) return undefined
  if (
    lineOf(block, (each) => each === pre || isTool(each) || isTitle(each) || isElement(each, "figcaption")) !== "" &&
    pre !== block
  )
    return undefined
  if (lineOf(pre) === "" && find(pre, (each) => isElement(each, "img")) === undefined) return [element("br", [])]
  const variants = variantsOf(pre)
  if (variants !== undefined) {
    return variants.map((each) => marked({ kind: "code", value: codeText(each), ...languageIn([each]) }))
  }
  const code = pre.children.find((child) => isElement(child, "code"))
  const title = titleOf(block, pre)
  return [
    marked({
      kind: "code",
      value: codeText(pre),
      ...languageIn([...(isElement(code) ? [code] : []), ...path.toReversed()]),
      ...(title === "" ? {} : { title })
    })
  ]
}

/** The language that the first of some elements to state one states. */
const languageIn = (told: ReadonlyArray<Element>): { readonly lang?: string } => {
  const language = told
    .map(languageOf)
    .find((each) => each !== undefined && each !== "")
    ?.toLowerCase()
  return language === undefined || nothing.test(language) ? {} : { lang: language }
}

/** The variants in a `pre` that contains the same code in several languages. Browsers show one at a time. */
const variantsOf = (pre: Element): ReadonlyArray<Element> | undefined => {
  const shown = pre.children.filter((child) => !isBlank(child) && !(isElement(child) && isTool(child)))
  const codes = shown.filter((child) => isElement(child, "code"))
  const languages = new Set(codes.map(languageOf))
  return codes.length > 1 && codes.length === shown.length && languages.size === codes.length ? codes : undefined
}

/** A list whose items are lines of code, outside any `pre`. */
const codeList = (node: Element): Element | undefined => {
  if (!isElement(node, "ol") || !has(node, /^(?:dp-\w+|linenums|hljs-list|code-lines)$/)) return undefined
  if (find(node, (each) => isBlock(each) && !isElement(each, "div", "li", "p")) !== undefined) return undefined
  return marked({ kind: "code", value: codeText(node), ...languageIn([node]) })
}

/** A block whose only content is inline code that spans several lines, which becomes a code block. */
const brokenCode = (node: Element): ReadonlyArray<Element> | undefined => {
  if (!isElement(node, "p", "div", "blockquote", "dd", "li", "center")) return undefined
  const shown = node.children.filter((child) => !isBlank(child))
  const [code] = shown
  if (shown.length !== 1 || !isElement(code) || !isBroken(code)) return undefined
  const block = marked({ kind: "code", value: withoutEnd(brokenLines(code).join("\n")) })
  return isElement(node, "p") ? [block] : [{ ...node, children: [block] }]
}

const synopsis = /^(?:cmd|func|method|constructor|class|field)synopsis$|^(?:member|type)-signature$|^memberSignature$/

/** The synopsis of a command or function: one or a few lines without links. */
const synopsisBlock = (node: Element): ReadonlyArray<Element> | undefined => {
  if (!isElement(node, "div") || !has(node, synopsis)) return undefined
  if (find(node, (each) => isElement(each, "pre", "table", "img", "ul", "ol", "dl")) !== undefined) return undefined
  const links = find(node, (each) => attribute(each, "href") !== "") !== undefined
  if (links && !has(node, /ignature$/)) return undefined
  const parts = node.children.filter((child) => isElement(child, "p", "div", "code"))
  const lines = parts.length > 0 && parts.length === node.children.filter((child) => !isBlank(child)).length
  const value = (lines ? parts : [node]).flatMap((part) => (isElement(part) ? [spacedText(part)] : [])).join("\n")
  return value === "" ? undefined : [marked({ kind: "code", value })]
}

/** A diagram of Mermaid that a script would draw: its text is in an element of its class. */
const diagram = (node: Element): ReadonlyArray<Element> | undefined => {
  if (!isElement(node, "div") || !has(node, /^mermaid$/)) return undefined
  const value = codeText(node).trim()
  const isDrawn = find(node, (each) => !isElement(each, "br")) !== undefined
  return isDrawn || value === "" ? undefined : [marked({ kind: "code", value, lang: "mermaid" })]
}

/** The text of code outside a `pre`, where whitespace collapses and `br` breaks lines. */
const spacedText = (node: Element): string => {
  const copy = structuredClone(node)
  rewrite(copy, (each) => (isElement(each, "br") ? [{ type: "text", value: "\u0000" }] : undefined))
  return lineOf(copy)
    .split("\u0000")
    .map((line) => line.trim())
    .join("\n")
}

/** Converts the code blocks of documentation generators. */
export const markCode = (root: Root): void =>
  rewrite(root, (each) => {
    const list = codeList(each)
    return list === undefined ? (codeBlocks(each) ?? diagram(each) ?? synopsisBlock(each) ?? brokenCode(each)) : [list]
  })
