/** Every pure function of the engine that reads the text of a page or comment, as a table. */

import { foreignMarkupIn } from "@lectern/core/content/git-layout/Missed"
import { readReferences } from "@lectern/core/content/git-layout/ReadTexts"
import { toFile } from "@lectern/core/content/git-layout/Spelling"
import { linksTask } from "@lectern/core/content/links/PageLinks"
import { blocksOf } from "@lectern/core/content/merge/Blocks"
import { diffBlocks } from "@lectern/core/content/merge/DiffBlocks"
import { hasMarkers } from "@lectern/core/content/merge/Markers"
import { mergeText } from "@lectern/core/content/merge/MergeText"
import { PageId } from "@lectern/core/content/Page"
import { derive } from "@lectern/core/content/PageMetadata"
import { complete, patch } from "@lectern/core/content/pages/PageMetadataPatch"
import { loadReader } from "@lectern/core/content/pages/TextReading"
import { toPages } from "@lectern/core/publishing/pdf/PdfPages"
import { anchorOf } from "@lectern/core/text/markdown/Anchors"
import { documentTree } from "@lectern/core/text/markdown/DocumentTree"
import { evaluate } from "@lectern/core/text/markdown/Evaluate"
import { gitbookId } from "@lectern/core/text/markdown/GitBookIds"
import { escapeInline, leadingHeading } from "@lectern/core/text/markdown/Heading"
import { pageIds } from "@lectern/core/text/markdown/PageIds"
import { plainText } from "@lectern/core/text/markdown/Parser"
import { references } from "@lectern/core/text/markdown/ReferenceSearch"
import { mayReferLocally } from "@lectern/core/text/markdown/References"
import { sections } from "@lectern/core/text/markdown/Sections"
import { slug } from "@lectern/core/text/markdown/Slug"
import { pageBounds } from "@lectern/core/text/markdown/TextBounds"
import { boundsProblem, countText } from "@lectern/core/text/markdown/TextCounts"
import { parseQuery } from "@lectern/core/text/retrieval/Query"
import { snippets } from "@lectern/core/text/retrieval/Snippet"
import { documents } from "@lectern/core/text/search-index/PageIndex"
import { entriesOf } from "@lectern/core/text/search-index/Postings"
import { words } from "@lectern/core/text/tokenization/Words"
import { Effect } from "effect"

// So that reading links needs no promise.
await Effect.runPromise(loadReader)

/** A function that reads a text. */
export interface Path {
  readonly name: string
  readonly read: (text: string) => unknown
}

const page = PageId.make("p")

const inserted = (text: string, at: number, what: string): string => {
  const place = Math.floor(text.length * at)
  return text.slice(0, place).toWellFormed() + what + text.slice(place).toWellFormed()
}

const strewn = (text: string, times: number, what: string): string => {
  const step = Math.max(1, Math.ceil(text.length / times))
  let strewn = ""
  for (let at = 0; at < text.length; at += step) strewn += text.slice(at, at + step) + what
  return strewn.toWellFormed()
}

const otherWords = (text: string, word: string): string => text.replaceAll(/[a-z]/g, word)

const printed = (text: string, before?: string) =>
  toPages([{ id: page, title: "t", depth: 0, type: "document", text, ...(before !== undefined && { before }) }], {
    outside: () => undefined,
    picture: () => ({})
  })

/** All of them. */
export const paths: ReadonlyArray<Path> = [
  { name: "metadata", read: derive },
  { name: "metadata added", read: (text) => complete(text, { ...derive(text), hidden: true, description: "a" }) },
  { name: "title changed", read: (text) => patch(text, { ...derive(text), title: "other [title] *x*" }) },
  { name: "leading heading", read: leadingHeading },
  { name: "escaping", read: escapeInline },
  { name: "plain text", read: plainText },
  { name: "anchor", read: anchorOf },
  { name: "GitBook's id", read: gitbookId },
  { name: "slug", read: slug },
  { name: "sections", read: sections },
  { name: "references", read: references },
  { name: "local references", read: mayReferLocally },
  { name: "counts", read: countText },
  { name: "bounds", read: (text) => boundsProblem(text, pageBounds) },
  { name: "document", read: documentTree },
  { name: "evaluation", read: (text) => evaluate(text, { space: {}, page: {}, include: () => "x" }) },
  {
    name: "links",
    read: (text) =>
      linksTask.run({
        holder: {
          kind: "page",
          id: page,
          type: "document",
          parent: "",
          position: "",
          slug: "p",
          path: "p",
          title: "t",
          createdAt: "",
          updatedAt: ""
        },
        markdown: text
      })
  },
  {
    name: "folder",
    read: (text) =>
      readReferences(text, "a.md", {
        resolve: () => "b.md",
        use: () => ({ kind: "page", key: "b.md" }),
        report: () => {},
        seek: () => {}
      })
  },
  { name: "ids", read: (text) => [...pageIds(text)] },
  {
    name: "markup of other tools",
    read: (text) => {
      const foreign = foreignMarkupIn()
      foreign.read(text, "a.md")
      const problems: Array<unknown> = []
      foreign.report((problem) => problems.push(problem))
      return problems
    }
  },
  {
    name: "export",
    read: (text) => toFile(`${text}/pages/a`, {}, { ownPath: "a.md", pathOf: () => "b.md", resolve: () => "b.md" })
  },
  {
    name: "search documents",
    read: (markdown) => documents({ organization: "o", space: "s", page: "p", path: "t", title: "t", markdown })
  },
  {
    name: "search entries",
    read: (markdown) =>
      entriesOf(documents({ organization: "o", space: "s", page: "p", path: "t", title: "t", markdown }))
  },
  { name: "words", read: words },
  { name: "snippet", read: (text) => snippets(parseQuery("word zzz 文档").units)(text) },
  { name: "print", read: (text) => printed(text) },
  { name: "print of changes", read: (text) => printed(text, strewn(text, 50, " x ")) },
  { name: "blocks", read: blocksOf },
  { name: "markers", read: hasMarkers },
  { name: "comparison, one edit", read: (text) => diffBlocks(text, inserted(text, 0.5, "x")) },
  { name: "comparison, many edits", read: (text) => diffBlocks(text, strewn(text, 2_000, "\n\ny\n\n")) },
  { name: "comparison, all different", read: (text) => diffBlocks(text, otherWords(text, "q")) },
  { name: "merge, one edit each", read: (text) => mergeText(text, inserted(text, 0.3, "x"), inserted(text, 0.6, "y")) },
  {
    name: "merge, many edits",
    read: (text) => mergeText(text, strewn(text, 2_000, "\n\ny\n\n"), strewn(text, 1_900, "z"))
  },
  { name: "merge, all different", read: (text) => mergeText(text, otherWords(text, "q"), otherWords(text, "r")) },
  { name: "merge, both new", read: (text) => mergeText("", text, inserted(text, 0.5, "x")) },
  { name: "merge, one deleted", read: (text) => mergeText(text, "", inserted(text, 0.5, "x")) }
]
