/** Makes the pages and reusable contents of a tree from the texts of a folder. */

import { parse } from "../../text/markdown/Yaml.js"
import { read } from "../pages/PageMetadata.js"
import type { TreePage, TreeReusableContent } from "../sync/SpaceTree.js"
import { blobId } from "./Folder.js"
import type { FolderTexts } from "./FolderTexts.js"
import type { Entry } from "./Outline.js"
import { pageName } from "./Paths.js"
import { readCover, readReferences, type TextContext } from "./ReadTexts.js"

const gitOf = (path: string, texts: FolderTexts) => {
  const file = texts.file(path)
  return { oid: blobId(file !== undefined && "bytes" in file ? file.bytes : new Uint8Array()), path }
}

/** The page of an entry, with the pages below it. */
export const readPage = (entry: Entry, texts: FolderTexts, context: TextContext): TreePage => {
  const { key, type, title, target, computed, path } = entry
  const pages = entry.entries.map((each) => readPage(each, texts, context))
  const slug = entry.slug === undefined ? {} : { slug: entry.slug }
  const place = { ...slug, ...(entry.label !== undefined && { label: entry.label }) }
  if (type === "computed") return { key, type, title, ...place, ...(computed && { computed }), pages }
  if (type !== "document") return { key, type, title, ...place, ...(target === undefined ? {} : { target }), pages }
  if (path === undefined) return { key, type, title, ...place, markdown: "", pages }
  const markdown = texts.text(path) ?? ""
  const { metadata, problems } = read(markdown)
  for (const problem of problems) context.report({ file: path, severity: "error", ...problem })
  const references = readReferences(markdown, path, context)
  const { cover, ...fields } = metadata
  const own = metadata.title ?? title
  return {
    key,
    type,
    ...(context.dialect !== undefined && entry.label === own ? slug : place),
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    title: own,
    ...(cover === undefined ? {} : { cover: readCover(cover, path, context) }),
    markdown,
    ...(references.length === 0 ? {} : { references }),
    git: gitOf(path, texts),
    ...(context.dialect !== undefined && { dialect: context.dialect }),
    pages
  }
}

/** The title of a reusable content: from its front matter, else from the name of its file. */
export const reusableTitle = (markdown: string, path: string): string => {
  const { title } = parse(markdown).values
  return typeof title === "string" && title.trim() !== "" ? title.trim() : pageName(path)
}

/** The reusable content of a file; `undefined` when its text cannot be used. */
export const readReusable = (
  path: string,
  texts: FolderTexts,
  context: TextContext
): TreeReusableContent | undefined => {
  const markdown = texts.text(path)
  if (markdown === undefined) return undefined
  for (const problem of parse(markdown).problems) context.report({ file: path, severity: "error", ...problem })
  const references = readReferences(markdown, path, context)
  const found = references.length === 0 ? {} : { references }
  return { key: path, title: reusableTitle(markdown, path), markdown, ...found, git: gitOf(path, texts) }
}
