/**
 * Renders Mermaid diagrams: as images, for the kinds that are rendered correctly, and otherwise as code that browsers
 * replace with what they draw.
 */

import { charactersOf, makeKept } from "@lectern/core/internal/loading/Kept"
import { renderMermaidSVG } from "beautiful-mermaid"
import * as Encoding from "effect/Encoding"
import { makeHighlight } from "../html/Code.js"
import { type Html, html, nothing } from "../html/Html.js"
import { english, type Words } from "../words/English.js"
import { codeBlock } from "./CodeBlock.js"
import type { DiagramFiles } from "./DiagramFiles.js"

/** The maximum length of a source, in characters. */
const sourceLimit = 20_000

const kinds =
  /^(?:\s*(?:%%[^\n]*\n|---\n[\s\S]*?\n---\n))*\s*(graph|flowchart|sequenceDiagram|classDiagram|stateDiagram(?:-v2)?|erDiagram)\b/

const names: Readonly<Record<string, string>> = {
  graph: "Flow chart",
  flowchart: "Flow chart",
  sequenceDiagram: "Sequence diagram",
  classDiagram: "Class diagram",
  erDiagram: "Entity diagram"
}

const arrow = /<?(?:-{2,}|={2,}|-\.+-)[>xo]?/y
const closing: Readonly<Record<string, string>> = { "[": "]", "(": ")", "{": "}", "|": "|", '"': '"' }

/** The source of a flow chart with spaces around its arrows, which are otherwise misread. */
const spaced = (source: string): string =>
  source
    .split("\n")
    .map((line) => {
      let made = ""
      const open: Array<string> = []
      for (let at = 0; at < line.length; ) {
        arrow.lastIndex = at
        const found = open.length === 0 ? arrow.exec(line)?.[0] : undefined
        if (found !== undefined) {
          at += found.length
          made += `${/\S$/.test(made) ? " " : ""}${found}${/[\s|]/.test(line[at] ?? " ") ? "" : " "}`
          continue
        }
        const character = line[at++] ?? ""
        made += character
        if (character === open.at(-1)) {
          open.pop()
          if (character === "|" && /\S/.test(line[at] ?? " ")) made += " "
        } else if (open.at(-1) !== '"' && closing[character] !== undefined) open.push(closing[character])
      }
      return made
    })
    .join("\n")

/** The first word of a source, which tells its kind. */
const firstWord = /^(?:\s*(?:%%[^\n]*\n|---\n[\s\S]*?\n---\n))*\s*([A-Za-z][\w-]*)/

/** The kinds that only browsers draw. */
const drawnInBrowsers: Readonly<Record<string, string>> = {
  pie: "Pie chart",
  gantt: "Gantt chart",
  gitGraph: "Git graph",
  journey: "User journey",
  timeline: "Timeline",
  quadrantChart: "Quadrant chart",
  xychart: "Chart",
  sankey: "Sankey diagram",
  requirementDiagram: "Requirement diagram",
  block: "Block diagram",
  packet: "Packet diagram",
  kanban: "Kanban board",
  radar: "Radar chart",
  treemap: "Treemap",
  C4Context: "System context diagram",
  C4Container: "Container diagram",
  C4Component: "Component diagram",
  C4Dynamic: "Dynamic diagram",
  C4Deployment: "Deployment diagram"
}

/** What a diagram is called; `undefined` if no browser draws its kind either. */
const nameOf = (source: string): string | undefined => {
  const word = firstWord.exec(source)?.[1] ?? ""
  if (names[word] !== undefined || /^stateDiagram(?:-v2)?$/.test(word)) return names[word] ?? "State diagram"
  const kind = word.replace(/-beta$/, "")
  return Object.hasOwn(drawnInBrowsers, kind) ? drawnInBrowsers[kind] : undefined
}

/** The kinds of diagrams have names in English only. */
const shownName = (name: string, words: Words): string => (words === english ? name : words.diagramName)

/** Colours for light and dark pages; the picture itself detects which applies. */
const dark =
  "@media(prefers-color-scheme:dark){svg{--bg:#14171c!important;--fg:#dde2e8!important;--line:#8a94a1!important;--accent:#7ab8ff!important;--muted:#9aa4b1!important;--surface:#1b1f26!important;--border:#454d59!important}}"

const options = {
  bg: "#ffffff",
  fg: "#1f262e",
  line: "#77818d",
  accent: "#0b5cad",
  muted: "#57606c",
  surface: "#f6f7f9",
  border: "#c6ccd4",
  transparent: true,
  font: "system-ui"
} as const

const fontImport = /@import\s+url\([^)]*\);?/g

/** The texts in the boxes of a flow chart, each of which must be found in the drawing. */
const labels = /[[({]+\s*"?([^[\](){}"|]+?)"?\s*[\])}]+/g

const drawn = (source: string): string | undefined => {
  const kind = kinds.exec(source)?.[1]
  if (kind === undefined || source.length > sourceLimit) return undefined
  const isFlow = kind === "graph" || kind === "flowchart"
  try {
    const svg = renderMermaidSVG(isFlow ? spaced(source) : source, options).replace(fontImport, "")
    if (/NaN|undefined/.test(svg) || !/^<svg\b/.test(svg)) return undefined
    const text = svg.replace(/<[^<>]*>/g, " ")
    const words = isFlow
      ? Array.from(source.matchAll(labels), ([, label = ""]) => label.match(/\w+/g) ?? []).flat()
      : []
    if (!words.every((word) => word === "br" || text.includes(word))) return undefined
    return svg.replace("</svg>", `<style>${dark}</style></svg>`)
  } catch {
    return undefined
  }
}

const kept = makeKept<string>(4_000_000, charactersOf)

const size = (svg: string, name: string): number | undefined => {
  const value = Math.ceil(Number(new RegExp(`^<svg[^>]*\\s${name}="([\\d.]+)"`).exec(svg)?.[1]))
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

/**
 * A diagram as an embedded image: an image runs no script and loads nothing, whatever it contains. `undefined` if its
 * kind is not supported.
 */
export const diagram = (source: string, words: Words = english): Html | undefined => {
  const svg = kept.get(source) ?? kept.set(source, drawn(source) ?? "")
  if (svg === "") return undefined
  const [width, height] = [size(svg, "width"), size(svg, "height")]
  const name = shownName(nameOf(source) ?? "", words)
  const room = width !== undefined && height !== undefined && html` width="${width}" height="${height}"`
  return html`<figure class="diagram"><img src="data:image/svg+xml;base64,${Encoding.encodeBase64(svg)}" alt="${name}"${room}><details><summary>${words.diagram}</summary><pre tabindex="0" role="group" aria-label="${words.diagram}"><code>${source}</code></pre></details></figure>`
}

/** Renders the diagrams of one page. */
export interface PageDiagrams {
  /** A diagram from its source; `undefined` if it is shown as code. */
  readonly diagram: (source: string) => Html | undefined
  /** HTML for the head of the page, once all of its diagrams are rendered. */
  readonly head: () => Html
}

/**
 * Renders the diagrams of a page of the site at `root`. Without `files`, those that the server does not draw are code.
 */
export const pageDiagrams = (root: string, files: DiagramFiles | undefined, words: Words): PageDiagrams => {
  const highlight = makeHighlight()
  let isLeft = false
  return {
    diagram: (source) => {
      const drawn = diagram(source, words)
      const name = drawn !== undefined || source.length > sourceLimit ? undefined : nameOf(source)
      if (files === undefined || name === undefined) return drawn
      isLeft = true
      return html`<div data-diagram="${shownName(name, words)}">${codeBlock(source, { highlight, language: "mermaid", words })}</div>`
    },
    head: () =>
      isLeft && files !== undefined
        ? html`<script src="${root}${files.script}" data-frame="${root}${files.frame}" data-source="${words.diagram}" defer></script>`
        : nothing
  }
}
