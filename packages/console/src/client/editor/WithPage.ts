/** The editor, connected to the space of the page that it shows. */
import type { SpaceModel } from "../space/SpaceModel.js"
import { withDescendants } from "../space/Tree.js"
import { type EditorOptions, editorTexts } from "./Editor.js"

export { openEditor } from "./Editor.js"

/** The pictures of a page. */
export interface Pictures {
  readonly urlOf: (address: string, loaded: () => void) => string | undefined
}

/** The options of an editor for a page of a space. Links within the space are stored by id. */
export const withPage = (
  model: SpaceModel,
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
        .map(({ id, path = "", title }) => ({ id, title, path, href: `/pages/${id}` })),
    people: async () => [],
    headings: async () => []
  }
})
