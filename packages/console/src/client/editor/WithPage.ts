/** The editor, connected to the space of the page that it shows. */
import { picturesOf } from "../files/Pictures.js"
import { uploadFile } from "../files/Uploading.js"
import { pasteInto } from "../paste/Pasting.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { withDescendants } from "../space/Tree.js"
import type { EditorOptions } from "./Editor.js"
import { editorTexts } from "./texts.js"

export { openEditor } from "./Editor.js"

/** The options of an editor for a page of a space. Links within the space are stored by id. */
export const withPage = (
  model: SpaceModel
): Pick<EditorOptions, "texts" | "complete" | "image" | "paste" | "upload"> => ({
  texts: editorTexts,
  upload: (file, progress) => uploadFile(model, file, progress),
  image: picturesOf(model.line),
  paste: ({ html }) => pasteInto(model, html),
  complete: {
    pages: async (query) =>
      model.pages.value
        .flatMap(withDescendants)
        .filter(({ title, type }) => type === "document" && title.toLowerCase().includes(query.toLowerCase()))
        .slice(0, 20)
        .map(({ id, path = "", title }) => ({ title, path: `/pages/${id}`, detail: path })),
    people: async () => []
  }
})
