/** Converts the syntax of GitHub wikis. */
import { escapeInline } from "@lectern/core/internal/text/markdown/Heading"
import { escapeAttribute } from "entities"
import { outsideCode } from "../markdown/Code.js"

const special = /(?<!\\)(!?)\[\[([^[\]\n]{1,500})\]\]/g
const picture = /\.(?:png|jpe?g|gif|svg|webp|bmp|avif)$/i

/** Whether a path belongs to a file rather than a page, judged by its extension. */
export const isWikiFile = (path: string): boolean =>
  picture.test(path) || /\.(?:pdf|zip|gz|docx?|xlsx?|pptx?|csv|txt|json|ya?ml|mp4|webm|mov)$/i.test(path)

/** The address or the path that a target stands for. The name of a page may have a colon or a question mark. */
const encoded = (target: string): string =>
  /^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:|tel:)/i.test(target)
    ? target.replaceAll(/[\s()<>]/g, encodeURIComponent)
    : target
        .split("#")
        .map((part, index) => (index === 0 ? part.trim().replaceAll(/\s+/g, "-") : part.trim()))
        .map((part) =>
          encodeURI(part).replaceAll(/[?:()]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
        )
        .join("#")

/** Converts `[[Page]]`, `[[text|Page]]` and `[[picture.png|alt=text]]` to markdown links and images. */
export const wikiLinks = (markdown: string): string =>
  markdown.includes("[[")
    ? outsideCode(markdown, (part) =>
        part.replaceAll(special, (whole, sign: string, inner: string) => {
          const [first = "", ...rest] = inner.split(/\\?\|/).map((each) => each.trim())
          if (first === "") return whole
          if (picture.test(first)) {
            const option = (name: string): string =>
              rest.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? ""
            const alt = option("alt")
            const width = /^\d{1,4}/.exec(option("width"))?.[0]
            if (width !== undefined)
              return `<img src="${encoded(first)}" alt="${escapeAttribute(alt)}" width="${width}">`
            return `![${escapeInline(alt)}](${encoded(first)})`
          }
          if (/^_?toc_?$/i.test(first)) return ""
          const target = rest[0] ?? first
          return `${sign}[${escapeInline(first)}](${encoded(target)})`
        })
      )
    : markdown

/** Whether a page name belongs to a sidebar, footer or header, which are not pages. */
export const isWikiPart = (name: string): boolean => /^_(?:sidebar|footer|header)$/i.test(name)
