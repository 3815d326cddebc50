/** Converts what extensions of Python-Markdown, VitePress and Obsidian add to running text. */
import { codeParts, outsideBlocks, outsideCode } from "./Code.js"

/** Scripts and styles of Vue components, which show nothing. */
const scripts = /^<(script|style)\b[^>\n]{0,200}>[\s\S]{0,50000}?^<\/\1>[ \t]*\n?/gm

const marked = /(?<![=\p{L}\p{N}])==(?=[^\s=])([^=\n]{0,500}[^\s=])==(?![=\p{L}\p{N}])/gu

const key =
  "ctrl|control|alt|option|shift|cmd|command|meta|win|windows|fn|tab|enter|esc|escape|space|backspace|del|delete|insert|home|end|up|down|left|right|page-up|page-down|caps-lock|print-screen|f\\d{1,2}"
const keys = new RegExp(`\\+\\+((?:${key})(?:\\+(?:${key}|[a-z0-9]))*)\\+\\+`, "g")

/** Attributes in braces behind a link, a picture or code, of which only the width of a picture has a meaning here. */
const attributes =
  /(!\[[^\]\n]{0,500}\]\([^()\s]{1,1000}\))?(?<=[)`\]])\{:?[ \t]*((?:[.#][\w:-]{1,100}|[\w-]{1,40}=(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[\w%.-]{1,100}))(?:[ \t]+(?:[.#][\w:-]{1,100}|[\w-]{1,40}=(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[\w%.-]{1,100})))*)[ \t]*\}/g

const sized = (picture: string, written: string): string => {
  const width = /(?:^|\s)width=["']?(\d{1,4}(?:px|%)?)/.exec(written)?.[1]
  const [, alt = "", source = ""] = /^!\[([^\]]*)\]\((.*)\)$/.exec(picture) ?? []
  if (width === undefined || source === "" || /["<>]/.test(alt + source)) return picture
  return `<img src="${source}" alt="${alt}" width="${width}">`
}

const inlineTex = /\\\(((?:[^\\\n]|\\(?!\))){1,500})\\\)/g
const blockTex = /^([ \t]*)\\\[[ \t]*\n?([^\n](?:(?!\n[ \t]*\n)[\s\S]){0,4000}?)\n?[ \t]*\\\][ \t]*$/gm

/** Whether a text in escaped parentheses is a formula, and not only a text in parentheses. */
const isTex = (text: string): boolean => /[\\^_={}]/.test(text) && !text.includes("](")

const mathFence = /^([ \t]*)(`{3,}|~{3,})[ \t]*math[ \t]*\n([\s\S]*?)\n?[ \t]*\2[ \t]*(\n?)$/

/** Formulas as GitHub and GitLab also write them: blocks of code in the language `math`, and code between dollars. */
const formulas = (markdown: string): string =>
  /math|\$`/.test(markdown)
    ? codeParts(markdown, true)
        .map(({ code, text }) =>
          code
            ? text.replace(
                mathFence,
                (_, indent: string, __, tex: string, end: string) => `${indent}$$\n${tex}\n${indent}$$${end}`
              )
            : text.replaceAll(/\$`([^`\n]{1,500})`\$/g, (_, tex: string) => `$${tex}$`)
        )
        .join("")
    : markdown

const named = (name: string): string =>
  name.length === 1 ? name.toUpperCase() : name[0]!.toUpperCase() + name.slice(1)

/** Converts `==marked==`, `++ctrl+c++`, `![](a.png){ width="3" }`, `\(x^2\)` and `\[x\]`, and removes scripts of Vue. */
export const extensions = (written: string): string => {
  const markdown = formulas(written)
  const shown = /^<(?:script|style)\b/m.test(markdown)
    ? outsideBlocks(markdown, (part) => part.replaceAll(scripts, ""))
    : markdown
  if (!/==|\+\+|[)`\]]\{|\{:|\\[([]/.test(shown)) return shown
  return outsideCode(shown, (part) =>
    part
      .replaceAll(marked, "<mark>$1</mark>")
      .replaceAll(keys, (_, names: string) =>
        names
          .split("+")
          .map((each) => `<kbd>${named(each)}</kbd>`)
          .join("+")
      )
      .replaceAll(attributes, (_, picture: string | undefined, written: string) => sized(picture ?? "", written))
      .replaceAll(/[ \t]+\{:[ \t][^}\n]{1,200}\}[ \t]*$/gm, "")
      .replaceAll(inlineTex, (whole, tex: string) => (isTex(tex) ? `$${tex.trim()}$` : whole))
      .replaceAll(blockTex, (_, indent: string, tex: string) => `${indent}$$\n${indent}${tex.trim()}\n${indent}$$`)
  )
}
