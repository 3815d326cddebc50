/** The editor, connected to the space of the page that it shows. */
import "../parts/shared.js"
import { get } from "../api/Api.js"
import type { SpaceFile } from "../api/Objects.js"
import { picturesOf } from "../files/Pictures.js"
import { uploadFile } from "../files/Uploading.js"
import { readWorkspace, workspace } from "../home/Workspace.js"
import { findPeople, mentionOf } from "../parts/people.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { withDescendants } from "../space/Tree.js"
import { texts } from "../texts.js"
import { askWorker } from "../worker/TextQuestions.js"
import type { EditorOptions } from "./Editor.js"
import type { HeadingTarget, PageTarget, PersonTarget } from "./links.js"
import { editorTexts } from "./texts.js"

export { openEditor } from "./Editor.js"

/** How many suggestions there are at most, and how many files of a space are among them. */
const most = 20
const mostFiles = 200

/** What links can lead to: pages and files of the space, and other spaces. */
const targetsOf = (model: SpaceModel) => {
  let files: Promise<ReadonlyArray<SpaceFile>> | undefined
  const readFiles = () => {
    files ??= get<{ items: ReadonlyArray<SpaceFile> }>(`${model.line}/content/files?limit=${mostFiles}`).then(
      ({ items }) => items,
      () => []
    )
    return files
  }
  return async (query: string): Promise<ReadonlyArray<PageTarget>> => {
    const isNamed = (name: string) => name.toLowerCase().includes(query.toLowerCase())
    const pages = model.pages.value
      .flatMap(withDescendants)
      .filter(({ title, type }) => type === "document" && isNamed(title))
      .map(({ id, path = "", title }): PageTarget => ({ title, path: `/pages/${id}`, detail: path }))
    if (query === "" || pages.length >= most) return pages.slice(0, most)
    if (workspace.value === undefined) await readWorkspace().catch(() => {})
    const spaces = (workspace.value?.spaces ?? [])
      .filter(({ id, title }) => id !== model.space.value.id && isNamed(title))
      .map(({ id, title }): PageTarget => ({ title, path: `/spaces/${id}`, detail: texts.palette.space }))
    const named = (await readFiles())
      .filter(({ name }) => isNamed(name))
      .map(({ id, name }): PageTarget => ({ title: name, path: `/files/${id}`, detail: texts.palette.file }))
    return [...pages, ...spaces, ...named].slice(0, most)
  }
}

/** The headings of a page, which is named by the address of a link to it. */
const headings = async (model: SpaceModel, path: string): Promise<ReadonlyArray<HeadingTarget>> => {
  const id = path.slice("/pages/".length)
  if (!path.startsWith("/pages/")) return []
  const { markdown = "" } = await get<{ markdown?: string }>(`${model.line}/content/page/${id}?format=markdown`)
  return askWorker("headings", markdown)
}

/** The people of the organization who can be mentioned. */
const people = async (model: SpaceModel, query: string): Promise<ReadonlyArray<PersonTarget>> =>
  (await findPeople(model, query, most)).map((user) => ({
    name: user.displayName,
    markdown: mentionOf(user),
    ...(user.email !== undefined && { detail: user.email })
  }))

/** The options of an editor for a page of a space. Links within the space are stored by id. */
export const withPage = (
  model: SpaceModel
): Pick<EditorOptions, "texts" | "complete" | "image" | "paste" | "upload"> => ({
  texts: editorTexts,
  upload: (file, progress) => uploadFile(model, file, progress),
  image: picturesOf(model.line),
  paste: async ({ html }) => (await import("../paste/Pasting.js")).pasteInto(model, html),
  complete: {
    pages: targetsOf(model),
    headings: (path) => headings(model, path).catch(() => []),
    people: (query) => people(model, query)
  }
})
