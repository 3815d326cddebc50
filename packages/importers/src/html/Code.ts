/** Code blocks as the generators of documentation write them: their text, language and title. */
import type { Element, ElementContent, Root } from "hast"
import { attribute, classes, elements, hasClass, isElement, lineOf, marked, rewrite, textOf } from "./Hast.js"

const wrapping =
  /^(?:highlight|language-|code|expressive-code$|literal-block-wrapper$|sourceCode$|theme-code-block$|snippet$|listingblock$|syntaxhighlighter)/
const gutter =
  /^(?:linenos?|linenodiv|line-?numbers?|line-numbers-(?:wrapper|rows)|ln|lnt|gutter|rouge-gutter|gl|blob-num|code-line-number|hljs-ln-numbers)$/
const tools = /^(?:copy(?:$|[-_]|btn)|clipboard|lang$|code-lang|buttonGroup|toolbar|headerlink|md-code__nav)/
const titled =
  /^(?:filename|codeBlockTitle|code-block-caption|code-?header|codeHeader|title|code-title|code-block-(?:title|filename|header)|rehype-code-title)/
const lines = /^(?:line|token-line|ec-line|code-line|view-line)$/

const has = (node: Element, pattern: RegExp): boolean => classes(node).some((name) => pattern.test(name))
const isGutter = (node: Element): boolean =>
  has(node, gutter) || (/user-select:\s*none/.test(attribute(node, "style")) && /^\s*\d+\s*$/.test(textOf(node)))
const isTool = (node: Element): boolean =>
  isElement(node, "button", "script", "style", "svg", "clipboard-copy") || has(node, tools) || isGutter(node)
const isTitle = (node: Element): boolean =>
  isElement(node, "figcaption") || (has(node, titled) && !isElement(node, "pre", "code"))

const nothing = /^(?:none|text|txt|plain|plaintext|plain-text|default|notranslate|nohighlight|auto|undefined|null)$/
const named = /^(?:language|lang|highlight-source|highlight-text|highlight|brush:?)-([\w+#.-]+)$/
const known =
  /^(?:bash|c|cpp|csharp|css|diff|go|graphql|html|http|ini|java|javascript|js|json|jsx|kotlin|lua|makefile|markdown|nginx|perl|php|powershell|python|r|ruby|rust|scala|sh|shell|sql|swift|toml|ts|tsx|typescript|xml|yaml|yml|zsh|haskell|elixir|erlang|clojure|dart|console|dockerfile|vue|svelte)$/
const highlighters = /^(?:hljs|sourceCode|prettyprint|brush:?|shiki|prism-code|chroma|highlight)$/

/** The language that one element tells; the empty text where it tells that there is none. */
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

/** The text of code, each line on its own, without line numbers and buttons. */
const codeText = (pre: Element): string => {
  let text = ""
  const write = (children: ReadonlyArray<ElementContent>): void => {
    for (const child of children) {
      if (child.type === "text") text += child.value
      if (child.type !== "element" || isTool(child)) continue
      if (child.tagName === "br") text += "\n"
      else {
        const line = isElement(child, "div", "p", "li", "tr") || has(child, lines)
        if (line && text !== "" && !text.endsWith("\n")) text += "\n"
        write(child.children)
      }
    }
  }
  write(pre.children)
  return text.replaceAll(/\r\n?/g, "\n").replace(/^\n/, "").trimEnd().replaceAll("\u200b", "")
}

/** The `pre` of a block of code with the elements around it, outermost first; none where there are several. */
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

/** A block of code, where an element is one and shows nothing else. */
const codeBlock = (block: Element): Element | undefined => {
  const isTable =
    isElement(block, "table") &&
    has(block, /^(?:highlighttable|lntable|rouge-table|codehilitetable|syntaxhighlighter)$/)
  const wraps = isElement(block, "pre") || isTable || (isElement(block, "div", "figure") && has(block, wrapping))
  if (!wraps) return undefined
  const path = onlyPre(block)
  const pre = path?.at(-1)
  if (path === undefined || pre === undefined) return undefined
  if (
    lineOf(block, (each) => each === pre || isTool(each) || isTitle(each) || isElement(each, "figcaption")) !== "" &&
    pre !== block
  )
    return undefined
  const code = pre.children.find((child) => isElement(child, "code"))
  const told = [...(isElement(code) ? [code] : []), ...path.toReversed()]
  const language = told
    .map(languageOf)
    .find((each) => each !== undefined && each !== "")
    ?.toLowerCase()
  const title = titleOf(block, pre)
  return marked({
    kind: "code",
    value: codeText(pre),
    ...(language === undefined || nothing.test(language) ? {} : { lang: language }),
    ...(title === "" ? {} : { title })
  })
}

/** Makes blocks of code of what generators write for them. */
export const markCode = (root: Root): void =>
  rewrite(root, (each) => {
    const block = codeBlock(each)
    return block === undefined ? undefined : [block]
  })
