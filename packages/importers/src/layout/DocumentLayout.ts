/** Converts a word processor document to a folder with one page and its images. */

import { type Conflict, type Invalid, invalid, type Unavailable } from "@lectern/core/errors/Errors"
import { humanize } from "@lectern/core/git-layout/Folder"
import { basename } from "@lectern/core/internal/content/git-layout/Paths"
import { referencesTask } from "@lectern/core/internal/text/markdown/TextTasks"
import type { Task, Workers } from "@lectern/core/workers/Workers"
import * as Effect from "effect/Effect"
import { commentText } from "../docx/CommentText.js"
import type { DocxPage } from "../docx/DocxPage.js"
import { compute } from "../Source.js"
import { type Layout, linkToFiles, pageFile, problemOf } from "./Layout.js"

const assets = ".gitbook/assets"

/** Reads a document with a task. Fails with `Invalid`, which names the file, if it is damaged or of another format. */
export const documentLayout = Effect.fnUntraced(function* (
  task: Task<Uint8Array, DocxPage | { readonly problem: string }>,
  name: string,
  bytes: Uint8Array
): Effect.fn.Return<Layout, Conflict | Invalid | Unavailable, Workers> {
  const read = yield* compute(task, bytes)
  if ("problem" in read) return yield* invalid(name, read.problem)
  const { comments, page, pictures, problems } = read
  const base = basename(name).replace(/\.\w+$/, "")
  const path = `${base}.md`
  const paths = new Map(
    pictures.map(({ key, name: picture }) => [key.slice("import:/".length), `${assets}/${picture}`])
  )
  paths.set("document", path)
  const references = yield* compute(referencesTask, page.markdown)
  const markdown = linkToFiles(page.markdown, references, path, (key) => paths.get(key) ?? key)
  const title = page.title === "" ? humanize(base) : page.title
  return {
    files: [
      pageFile(path, title, markdown, page.description),
      ...pictures.map(({ bytes, name: picture }) => ({ path: `${assets}/${picture}`, bytes }))
    ],
    problems: [...problems, ...comments.map(commentText)].map((problem) => problemOf(name, problem)),
    title
  }
})
