/**
 * Renders Mermaid diagrams: as images, for the kinds that are rendered correctly, and otherwise as code that browsers
 * replace with a drawing.
 */

import { makeSizedCache } from "@lectern/core/internal/foundation/loading/SizedCache"
import { renderMermaidSVG } from "beautiful-mermaid"
import * as Encoding from "effect/Encoding"
import { makeHighlight } from "../html/Code.js"
import { type Html, html } from "../html/Html.js"
import { english, type Words } from "../words/English.js"
import { codeBlock } from "./CodeBlock.js"
import { type DiagramKind, diagramWork } from "./DiagramWork.js"

/** The maximum length of a source, in characters. */
const sourceLimit = 20_000

/** The kinds that are drawn here, by the first word of their sources. */
const kinds: Readonly<Record<string, DiagramKind>> = {
  graph: "flow",
  flowchart: "flow",
  sequenceDiagram: "sequence",
  classDiagram: "class",
  stateDiagram: "state",
  "stateDiagram-v2": "state",
  erDiagram: "entity"
}

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
          made += `${/\S/.test(made.at(-1) ?? " ") ? " " : ""}${found}${/[\s|]/.test(line[at] ?? " ") ? "" : " "}`
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

/** Where a source begins behind its comments and settings. */
const begin = (source: string): number => {
  for (let at = 0; ; ) {
    at += source.slice(at).search(/\S|$/)
    const [opening, ending] = source.startsWith("%%", at) ? ["%%", "\n"] : ["---\n", "\n---\n"]
    const end = source.startsWith(opening, at) ? source.indexOf(ending, at + opening.length) : -1
    if (end < 0) return at
    at = end + ending.length
  }
}

/** The first word of a source, which identifies its kind. */
const firstWord = (source: string): string => /[A-Za-z][\w-]*/y.exec(source.slice(begin(source)))?.[0] ?? ""

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

/** The name of a diagram; `undefined` if no browser draws its kind either. */
const nameOf = (source: string): string | undefined => {
  const word = firstWord(source)
  if (Object.hasOwn(kinds, word)) return names[word] ?? "State diagram"
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
const labels = /[[({]"?([^[\](){}"|]+)"? ?[\])}]/g

/** The work allowed for one diagram, and for all diagrams of a page; see `diagramWork`. */
const mostWork = 1_000
const mostWorkOfPage = 1_500

/** A drawn diagram, and the work that it takes; without a picture if it cannot be drawn or takes too much. */
interface Drawing {
  readonly svg: string | undefined
  readonly work: number
}

const drawnSvg = (source: string, isFlow: boolean): string | undefined => {
  const svg = renderMermaidSVG(source, options).replace(fontImport, "")
  if (/NaN|undefined/.test(svg) || !/^<svg\b/.test(svg)) return undefined
  const text = svg.replace(/<[^<>]*>/g, " ")
  const words = isFlow ? Array.from(source.matchAll(labels), ([, label = ""]) => label.match(/\w+/g) ?? []).flat() : []
  if (!words.every((word) => word === "br" || text.includes(word))) return undefined
  return svg.replace("</svg>", `<style>${dark}</style></svg>`)
}

/** The result; `undefined` if it throws, as the library does for input that it cannot read. */
const attempt = <A>(run: () => A): A | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}

const drawingOf = (source: string): Drawing => {
  const word = firstWord(source)
  const kind = Object.hasOwn(kinds, word) ? kinds[word] : undefined
  if (kind === undefined || source.length > sourceLimit) return { svg: undefined, work: 0 }
  const isFlow = kind === "flow"
  const read = isFlow ? spaced(source) : source
  const work = attempt(() => diagramWork(kind, read)) ?? 0
  return { svg: work === 0 || work > mostWork ? undefined : attempt(() => drawnSvg(read, isFlow)), work }
}

const kept = makeSizedCache<Drawing>(4_000_000, ({ svg = "" }, source) => svg.length + source.length)

const size = (svg: string, name: string): number | undefined => {
  const value = Math.ceil(Number(new RegExp(`^<svg[^>]*\\s${name}="([\\d.]+)"`).exec(svg)?.[1]))
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

const sourceOf = (source: string, words: Words): Html =>
  html`<details><summary>${words.diagram}</summary><pre tabindex="0" role="group" aria-label="${words.diagram}"><code>${source}</code></pre></details>`

/** A drawn diagram as an embedded image: an image runs no script and loads nothing, whatever it contains. */
const picture = (svg: string, source: string, words: Words): Html => {
  const [width, height] = [size(svg, "width"), size(svg, "height")]
  const name = shownName(nameOf(source) ?? "", words)
  const room = width !== undefined && height !== undefined && html` width="${width}" height="${height}"`
  return html`<figure class="diagram"><img src="data:image/svg+xml;base64,${Encoding.encodeBase64(svg)}" alt="${name}"${room}>${sourceOf(source, words)}</figure>`
}

/** Renders the diagrams of one page. */
export interface PageDiagrams {
  /** A diagram from its source; `undefined` if it is shown as code. */
  readonly diagram: (source: string) => Html | undefined
  /** Whether browsers draw some of the diagrams that were rendered so far. */
  readonly isLeftToBrowsers: () => boolean
}

/**
 * Renders the diagrams of a page, up to a limit of work that depends only on their sources. Unless `inBrowsers`,
 * diagrams that the server does not draw are code.
 */
export const pageDiagrams = (words: Words, inBrowsers: boolean): PageDiagrams => {
  const highlight = makeHighlight()
  let left = mostWorkOfPage
  let isLeft = false
  const code = (source: string): Html => codeBlock(source, { highlight, language: "mermaid", words })
  return {
    diagram: (source) => {
      const { svg, work } = kept.get(source) ?? kept.set(source, drawingOf(source))
      if (work > Math.min(left, mostWork)) return html`${code(source)}<p><small>${words.undrawn}</small></p>`
      left -= work
      if (svg !== undefined) return picture(svg, source, words)
      const name = source.length > sourceLimit ? undefined : nameOf(source)
      if (!inBrowsers || name === undefined) return undefined
      isLeft = true
      return html`<div data-diagram="${shownName(name, words)}">${code(source)}</div>`
    },
    isLeftToBrowsers: () => isLeft
  }
}
