/**
 * The files with which browsers draw the diagrams that the server does not: a script for the page, and a sandboxed
 * frame in which Mermaid runs. The page shows the frame's drawing as an image, in which nothing runs.
 */
import { shortHash } from "@lectern/http/internal/foundation/dispatcher/EntityTag"
import type { Answer } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import * as Effect from "effect/Effect"
import { type Html, html } from "../html/Html.js"
import { inlineSource } from "../html/InlineSource.js"
import type { Words } from "../words/English.js"

const pageScript = `"use strict"
{
  const { frame: address, source } = document.currentScript.dataset
  const figures = [...document.querySelectorAll("[data-diagram]")]
  const texts = figures.map((figure) => figure.querySelector("code").textContent)
  const prefersDark = matchMedia("(prefers-color-scheme: dark)")
  const isDark = () => {
    const scheme = getComputedStyle(document.documentElement).colorScheme
    return scheme === "dark" || (scheme.includes("dark") && prefersDark.matches)
  }
  const images = []
  const show = (index, { height, svg, width }) => {
    const figure = figures[index]
    if (!figure || typeof svg !== "string") return
    if (!images[index]) {
      const image = (images[index] = document.createElement("img"))
      image.alt = figure.dataset.diagram
      const details = document.createElement("details")
      const summary = document.createElement("summary")
      summary.textContent = source
      details.append(summary, ...figure.childNodes)
      figure.append(image, details)
      figure.className = "diagram"
    }
    Object.assign(images[index], { width, height, src: "data:image/svg+xml," + encodeURIComponent(svg) })
  }
  let frame, ready
  const opened = () =>
    (ready ||= new Promise((done) => {
      frame = Object.assign(document.createElement("iframe"), { src: address, className: "drawing", tabIndex: -1 })
      frame.setAttribute("sandbox", "allow-scripts")
      frame.setAttribute("aria-hidden", "true")
      addEventListener("message", ({ data, source }) => {
        if (source !== frame.contentWindow) return
        if (data === "ready") done()
        else show(data?.index, data || {})
      })
      document.body.append(frame)
    }))
  const draw = async (index) => {
    await opened()
    frame.contentWindow.postMessage({ index, text: texts[index], isDark: isDark() }, "*")
  }
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        near.unobserve(target)
        draw(figures.indexOf(target))
      }
    },
    { rootMargin: "400px" }
  )
  for (const figure of figures) near.observe(figure)
  prefersDark.addEventListener("change", () => images.forEach((_, index) => draw(index)))
}
`

const frameScript = `"use strict"
const theme = (isDark) => {
  const [back, text, line, soft, head] = isDark
    ? ["#14171c", "#dde2e8", "#8a94a1", "#262c35", "#1f4166"]
    : ["#ffffff", "#1f262e", "#77818d", "#eef1f4", "#d6e6f7"]
  const colours = isDark
    ? ["#3d72a8", "#a8702f", "#3c8463", "#8f5276", "#6a61a8", "#a3553f", "#5f7d33", "#2f8391"]
    : ["#8fbde8", "#efc17f", "#93cfae", "#dba6c4", "#b9b2e6", "#e8a896", "#bcd48d", "#8fd0db"]
  return {
    darkMode: isDark,
    background: back,
    mainBkg: soft,
    primaryColor: head,
    primaryTextColor: text,
    primaryBorderColor: line,
    secondaryColor: soft,
    tertiaryColor: back,
    lineColor: line,
    textColor: text,
    titleColor: text,
    pieTitleTextColor: text,
    pieSectionTextColor: text,
    pieLegendTextColor: text,
    pieStrokeColor: back,
    pieOuterStrokeColor: back,
    pieOpacity: 1,
    ...Object.fromEntries(colours.flatMap((colour, i) => [["pie" + (i + 1), colour], ["cScale" + i, colour], ["cScaleLabel" + i, text], ["git" + i, colour], ["gitBranchLabel" + i, text]]))
  }
}
addEventListener("message", async ({ data: { index, isDark, text }, source }) => {
  if (source !== parent) return
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: "strict",
      suppressErrorRendering: true,
      theme: "base",
      themeVariables: theme(isDark),
      fontFamily: "system-ui, sans-serif"
    })
    const { svg } = await mermaid.render("d" + index, text)
    const drawn = new DOMParser().parseFromString(svg, "text/html").querySelector("svg")
    const { height, width } = drawn.viewBox.baseVal
    drawn.removeAttribute("style")
    drawn.setAttribute("width", width)
    drawn.setAttribute("height", height)
    source.postMessage({ index, width: Math.ceil(width), height: Math.ceil(height), svg: new XMLSerializer().serializeToString(drawn) }, "*")
  } catch {
    source.postMessage({ index }, "*")
  }
})
parent.postMessage("ready", "*")
`

/** The paths, below the URL of a site, of the files that draw diagrams in browsers, and the answers there. */
export interface DiagramFiles {
  readonly script: string
  readonly frame: string
  readonly answer: (path: string) => Answer | undefined
}

const file = (contentType: string, body: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status: 200,
  contentType: `${contentType}; charset=utf-8`,
  headers: { "cache-control": "public, max-age=31536000, immutable", ...headers },
  body,
  compressible: true
})

/**
 * The document of the frame, and its policy. Its scripts are inline, since scripts of a folder are not loaded there.
 */
const frameOf = (mermaid: string) => {
  const scripts = [mermaid, frameScript].map((text) => text.replaceAll(/<(?=\/script|!--)/gi, "\\x3c"))
  return {
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Diagram</title></head><body>${scripts.map((text) => `<script>${text}</script>`).join("")}</body></html>`,
    // An origin of its own, which loads nothing. Mermaid adds style elements to its drawings.
    policy: `sandbox allow-scripts; default-src 'none'; script-src ${scripts.map(inlineSource).join(" ")}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`
  }
}

/** The files over the script of Mermaid. */
const diagramFiles = (mermaid: string): DiagramFiles => {
  const { body, policy } = frameOf(mermaid)
  const script = `~/diagrams-${shortHash(pageScript)}.js`
  const frame = `~/diagram-${shortHash(body)}.html`
  const answers = new Map([
    [script, file("text/javascript", pageScript)],
    [frame, file("text/html", body, { "content-security-policy": policy, "x-frame-options": "SAMEORIGIN" })]
  ])
  return { script, frame, answer: (path) => answers.get(path) }
}

const isTheirs = /^~\/diagrams?-/

/** The files over the script of Mermaid, made on first use, since the script is large; none without Mermaid. */
export const lazyDiagramFiles = (mermaid: (() => string) | undefined) => {
  let made: DiagramFiles | undefined
  const files = mermaid && Effect.sync(() => (made ??= diagramFiles(mermaid())))
  return {
    files,
    answer: (path: string): Effect.Effect<Answer | undefined> =>
      files !== undefined && isTheirs.test(path)
        ? Effect.map(files, ({ answer }) => answer(path))
        : Effect.succeed(undefined)
  }
}

/** HTML for the head of a page on which browsers draw diagrams, of the site at `root`. */
export const diagramScript = (root: string, files: DiagramFiles, words: Words): Html =>
  html`<script src="${root}${files.script}" data-frame="${root}${files.frame}" data-source="${words.diagram}" defer></script>`
