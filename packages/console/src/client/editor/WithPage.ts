/** The editor, connected to the space of the page that it shows. */
import type { PageNode } from "../api/Objects.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { findPage, withDescendants } from "../space/Tree.js"
import { type EditorOptions, editorTexts } from "./Editor.js"

export { openEditor } from "./Editor.js"

/** The pictures of a page. */
export interface Pictures {
  readonly urlOf: (address: string, loaded: () => void) => string | undefined
}

/** The options of an editor for a page of a space. */
export const withPage = (
  model: SpaceModel,
  page: PageNode,
  pictures: Pictures
): Pick<EditorOptions, "texts" | "complete" | "image"> => ({
  texts: editorTexts,
  image: (url) => pictures.urlOf(url, () => {}),
  complete: {
    pages: async (query) =>
      model.pages.value
        .flatMap(withDescendants)
        .filter(({ title, type }) => type === "document" && title.toLowerCase().includes(query.toLowerCase()))
        .slice(0, 20)
        .map(({ id, path = "", title }) => ({ id, title, path, href: relative(page.path ?? "", path) })),
    people: async () => [],
    headings: async () => []
  }
})

/** The address of a page of the same space in a link of another one. */
export const relative = (from: string, to: string): string => {
  const [above, below] = [from.split("/").slice(0, -1), to.split("/")]
  let same = 0
  while (same < above.length && same < below.length - 1 && above[same] === below[same]) same++
  return `${"../".repeat(above.length - same)}${below.slice(same).join("/")}.md`
}

/** Whether a page is still in the tree. */
export const isThere = (model: SpaceModel, id: string): boolean =>
  findPage(model.pages.value, (page) => page.id === id) !== undefined
