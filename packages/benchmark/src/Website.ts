/** Generates a website of any size: a start page, sections that it links to, and their pages. */
import { createServer, type Server } from "node:http"
import { markdownOf, titleOf } from "./Corpus.js"

const pagesInSection = 50
const bytes = 8_192

const list = (count: number, item: (i: number) => readonly [href: string, title: string]): string => {
  const items = Array.from({ length: count }, (_, i) => {
    const [href, title] = item(i)
    return `<li><a href="${href}">${title}</a></li>`
  })
  return `<ul>${items.join("")}</ul>`
}

const bodyOf = (path: string, count: number): readonly [title: string, body: string] | undefined => {
  if (path === "/docs/") {
    return ["Docs", list(Math.ceil(count / pagesInSection), (i) => [`/docs/section-${i}`, `Section ${i}`])]
  }
  const [, kind, number] = /^\/docs\/(section|page)-(\d+)$/.exec(path) ?? []
  const i = Number(number)
  if (kind === "section") {
    const first = i * pagesInSection
    const pages = Math.min(pagesInSection, count - first)
    return [`Section ${i}`, list(pages, (at) => [`/docs/page-${first + at}`, titleOf(first + at)])]
  }
  if (kind !== "page" || i >= count) return undefined
  const paragraphs = markdownOf(i, bytes).split("\n\n").slice(1)
  return [titleOf(i), paragraphs.map((text) => `<p>${text.replaceAll("<", "&lt;")}</p>`).join("\n")]
}

/** A site of `count` pages of 8 KB below `/docs/`, and a few pages that list them. */
export const makeWebsite = (count: number): Server =>
  createServer((request, response) => {
    const [title, body] = bodyOf(request.url ?? "", count) ?? []
    if (body === undefined) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" })
    response.end(`<!doctype html><title>${title}</title><main><h1>${title}</h1>\n${body}</main>`)
  })
