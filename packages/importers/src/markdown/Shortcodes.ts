/** Converts the shortcodes of Hugo and its themes: `{{< name key="value" >}}` and `{{% name %}}`. */
import { hintStyle } from "../HintStyles.js"
import { details, embed, hint, tab, tabs, trimLines } from "./Blocks.js"
import { codeParts } from "./Code.js"

/** A text without shortcodes, and what of them is lost, each as the end of a sentence that begins with the page. */
export interface WithoutShortcodes {
  readonly markdown: string
  readonly losses: ReadonlyArray<string>
}

interface Shortcode {
  readonly name: string
  readonly named: ReadonlyMap<string, string>
  readonly places: ReadonlyArray<string>
}

const tag = /\{\{[<%](?!\/\*)[ \t]*(\/?)[ \t]*([\w./-]{1,60})((?:[ \t\n][^{}]{0,2000}?)?)[ \t\n]*(\/?)[%>]\}\}/g
const value = /(?:([\w-]{1,60})[ \t]*=[ \t]*)?(?:"((?:[^"\\]|\\.){0,1000})"|`([^`]{0,1000})`|([^\s"`=]{1,500}))/g

const shortcodeOf = (name: string, written: string): Shortcode => {
  const named = new Map<string, string>()
  const places: Array<string> = []
  for (const [, key, quoted, raw, bare] of written.matchAll(value)) {
    const text = quoted?.replaceAll(/\\(.)/g, "$1") ?? raw ?? bare ?? ""
    if (key === undefined) places.push(text)
    else named.set(key, text)
  }
  return { name: name.toLowerCase(), named, places }
}

const fence = (language: string, content: string): ReadonlyArray<string> => [
  `\`\`\`${language}`,
  ...content.replace(/^\n/, "").trimEnd().split("\n"),
  "```"
]

const hints = /^(?:notice|alert|callout|admonition|hint|note|tip|warning|info|caution|danger|important|attention)$/
const folded = /^(?:details|expand|collapse|collapsible|accordion|accordion-item|spoiler)$/

/** The lines of a shortcode on lines of its own, or its text in a line; `undefined` if it is not known. */
const converted = ({ name, named, places }: Shortcode, content: string): ReadonlyArray<string> | string | undefined => {
  const stated = (...keys: ReadonlyArray<string>): string =>
    keys.map((key) => named.get(key)).find((each) => each !== undefined) ?? ""
  const lines = trimLines(content.split("\n"))
  const [first = "", second = ""] = places
  if (hints.test(name)) {
    const kinds = [first, stated("type", "style", "color", "kind"), name]
    const kind = kinds.find((each) => hintStyle(each) !== undefined)
    const title = stated("title", "heading") || (hintStyle(first) === undefined ? first : second)
    return hint(hintStyle(kind ?? "") ?? "info", title, lines)
  }
  if (folded.test(name)) return details(stated("title", "summary", "label") || first, lines)
  switch (name) {
    case "figure":
    case "img": {
      const alt = stated("alt") || stated("title")
      const caption = stated("caption") || stated("title")
      const picture = `![${alt.replaceAll(/[[\]]/g, "")}](<${stated("src") || first}>)`
      const shown = stated("link") === "" ? picture : `[${picture}](<${stated("link")}>)`
      return caption === ""
        ? shown
        : ["<figure>", "", shown, "", `<figcaption>${caption}</figcaption>`, "", "</figure>"]
    }
    case "youtube":
      return embed(`https://www.youtube.com/watch?v=${encodeURIComponent(stated("id") || first)}`)
    case "vimeo":
      return embed(`https://vimeo.com/${encodeURIComponent(stated("id") || first)}`)
    case "gist":
      return embed(`https://gist.github.com/${first}/${second}`)
    case "ref":
    case "relref":
      return (stated("path") || first).replaceAll(" ", "%20")
    case "highlight":
      return fence(stated("lang") || first, content)
    case "mermaid":
      return fence("mermaid", content)
    case "math":
    case "katex":
      return content.includes("\n") ? ["$$", ...lines, "$$"] : `$${content.trim()}$`
    case "tabs":
    case "tabpane":
    case "tabset":
      return tabs(lines)
    case "tab":
    case "tabitem": {
      const language = stated("lang")
      const inner = language === "" || content.includes("```") ? lines : fence(language, content)
      return tab(stated("header", "title", "name", "label") || first, inner)
    }
    case "button":
    case "card":
    case "linkcard": {
      const href = stated("href", "link", "url", "relref") || (name === "button" ? first : "")
      const text = stated("title", "text", "label") || content.trim() || href
      const link = href === "" ? `**${text}**` : `[${text}](<${href}>)`
      return name === "button" ? link : `\n* ${[link, stated("subtitle", "description")].filter(Boolean).join(": ")}\n`
    }
    case "cards":
    case "steps":
    case "columns":
    case "column":
    case "section":
    case "center":
      return lines
    default:
      return undefined
  }
}

interface Open extends Shortcode {
  text: string
}

/** Converts the shortcodes of a text outside of code. An unknown one is replaced by its content, or left out. */
export const withoutShortcodes = (source: string): WithoutShortcodes => {
  if (!/\{\{[<%]/.test(source)) return { markdown: source, losses: [] }
  const parts = codeParts(source)
  const closed = new Set(
    parts.flatMap(({ code, text }) =>
      code ? [] : [...text.matchAll(tag)].flatMap(([, end, name = ""]) => (end === "/" ? [name.toLowerCase()] : []))
    )
  )
  const losses = new Set<string>()
  const open: Array<Open> = []
  let out = ""
  const put = (text: string): void => {
    const top = open.at(-1)
    if (top === undefined) out += text
    else top.text += text
  }
  const place = (code: Shortcode, content: string): void => {
    const found = converted(code, content)
    if (typeof found === "string") put(found)
    else if (found !== undefined) {
      const before = open.at(-1)?.text ?? out
      const indent = /(?:^|\n)([ \t]*)$/.exec(before.slice(-100))?.[1]
      put(
        `${indent === undefined ? "\n" : ""}\n${found.map((line) => (line === "" ? "" : (indent ?? "") + line)).join("\n")}\n\n`
      )
    } else {
      losses.add(
        content.trim() === ""
          ? `the shortcode ${code.name} is left out`
          : `only the content of the shortcode ${code.name} is kept`
      )
      put(content)
    }
  }
  const close = (): void => {
    const top = open.pop()
    if (top !== undefined) place(top, top.text)
  }
  for (const { code, text } of parts) {
    let at = 0
    for (const found of code ? [] : text.matchAll(tag)) {
      const [whole, end, name = "", written = "", void_] = found
      put(text.slice(at, found.index))
      at = found.index + whole.length
      const shortcode = shortcodeOf(name, written)
      if (end === "/") {
        if (open.some((each) => each.name === shortcode.name)) {
          while (open.at(-1)!.name !== shortcode.name) close()
          close()
        }
      } else if (void_ === "/" || !closed.has(shortcode.name)) place(shortcode, "")
      else open.push({ ...shortcode, text: "" })
    }
    put(text.slice(at))
  }
  while (open.length > 0) close()
  const shown = out.replaceAll(/\{\{([<%])\/\*([^{}\n]{0,500})\*\/([>%])\}\}/g, "{{$1$2$3}}")
  return { markdown: shown.replaceAll(/\n{3,}/g, "\n\n"), losses: [...losses] }
}
