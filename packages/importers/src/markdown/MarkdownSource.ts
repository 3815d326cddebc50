/** The source `markdown`: the URL of a markdown text. */
import { decode, humanize } from "@lectern/core/git-layout/Folder"
import { basename, decodePath } from "@lectern/core/internal/content/git-layout/Paths"
import { meaning } from "@lectern/core/internal/content/git-layout/Resolver"
import { type Replacement, rewrite } from "@lectern/core/internal/text/markdown/References"
import { referencesTask } from "@lectern/core/internal/text/markdown/TextTasks"
import * as Effect from "effect/Effect"
import { problemList } from "../archive/Report.js"
import { isMdx, textName } from "../archive/Texts.js"
import { takePictures } from "../html/Pictures.js"
import { compute, fetchRequired, maxBytes, type Source, unreadable } from "../Source.js"
import { markdownTask } from "../Tasks.js"

interface Addresses {
  /** The URL of the text itself; images are resolved against it. */
  readonly raw: string
  /** The URL that links are resolved against. */
  readonly shown: string
}

/**
 * The URLs of a text. For a page that shows it on GitHub, GitLab or Bitbucket, the URL of the text itself is derived.
 */
const addressesOf = (address: string): Addresses => {
  const url = new URL(address)
  url.hash = ""
  const { host, pathname, search } = url
  const github = host === "github.com" ? /^\/([^/]+\/[^/]+)\/(?:blob|raw)\/(.+)$/.exec(pathname) : null
  if (github !== null) {
    return {
      raw: `https://raw.githubusercontent.com/${github[1]}/${github[2]}${search}`,
      shown: `https://github.com/${github[1]}/blob/${github[2]}`
    }
  }
  const hosted =
    host === "raw.githubusercontent.com" ? /^\/([^/]+\/[^/]+)\/(?:refs\/heads\/)?(.+)$/.exec(pathname) : null
  if (hosted !== null) return { raw: url.href, shown: `https://github.com/${hosted[1]}/blob/${hosted[2]}` }
  if (pathname.includes("/-/blob/")) {
    return { raw: url.href.replace("/-/blob/", "/-/raw/"), shown: url.href }
  }
  if (pathname.includes("/-/raw/")) return { raw: url.href, shown: url.href.replace("/-/raw/", "/-/blob/") }
  if (host === "bitbucket.org") return { raw: url.href.replace("/src/", "/raw/"), shown: url.href }
  return { raw: url.href, shown: url.href }
}

const looksLikeHtml = (text: string): boolean => /^\s*(?:<!doctype html|<html[\s>])/i.test(text)

/** Whether a reference is downloaded: images and what HTML embeds are; links lead to where they would be read. */
const isShown = (kind: string, tag: string | undefined): boolean =>
  kind === "image" || (kind === "html" && tag !== "a" && tag !== "link")

/** Reads a markdown text: one page, with its relative images as files and its relative links made absolute. */
export const markdownSource: Source = Effect.fnUntraced(function* (request, sink, outbound) {
  const { report, problems } = problemList()
  const { raw, shown } = addressesOf(request.url)
  const answer = yield* fetchRequired(outbound, raw, maxBytes.page)
  const decoded = decode(answer.bytes)
  if ("problem" in decoded) return yield* unreadable(`${raw}: ${decoded.problem} (line ${decoded.line})`)
  if (looksLikeHtml(decoded.text)) return yield* unreadable(`${raw} is HTML, not markdown`)
  const { pathname } = new URL(answer.url)
  const text = decoded.text.replace(/^\uFEFF/, "")
  const page = yield* compute(markdownTask, { text, components: isMdx(pathname) })
  for (const problem of page.problems) report(`${raw}: ${problem}`)
  const files = new Set<string>()
  const replacements: Array<Replacement> = []
  const found = yield* compute(referencesTask, page.markdown)
  for (const { start, end, raw: written, kind, tag, destination } of found) {
    if (destination === "" || /^(?:#|[a-z][a-z0-9+.-]*:)/i.test(destination)) continue
    const picture = isShown(kind, tag)
    const base = picture ? (raw === shown ? answer.url : raw) : shown
    const target = meaning(written, kind).trim()
    if (!URL.canParse(target, base)) continue
    const { href } = new URL(target, base)
    if (picture) files.add(href)
    replacements.push({ start, end, text: href.replaceAll("(", "%28").replaceAll(")", "%29") })
  }
  yield* sink.found(1 + files.size)
  const key = shown
  yield* sink.page({
    key,
    title: page.title ?? humanize(textName(decodePath(basename(pathname)))),
    markdown: rewrite(page.markdown, replacements),
    ...(page.slug === undefined ? {} : { slug: page.slug }),
    ...(page.description === undefined ? {} : { description: page.description }),
    ...(page.icon === undefined ? {} : { icon: page.icon }),
    ...(page.emoji === undefined ? {} : { emoji: page.emoji })
  })
  for (const problem of yield* takePictures([...files], sink, outbound)) report(problem)
  return { places: [{ key, places: [] }], problems: problems() }
})
