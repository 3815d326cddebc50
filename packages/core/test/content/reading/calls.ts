import type { Resource } from "../../people/access/resources.js"
import { absent } from "../../people/access/rows.js"

/** The content of spaces. */
export const resource: Resource = {
  calls: ({ file, page, revision, space }) => ({
    rows: {
      contents: {
        open: absent(space),
        head: absent(space),
        version: absent(space),
        current: absent(space),
        revision: absent(space, revision),
        pages: absent(space),
        files: absent(space, undefined, {}),
        file: absent(space, file),
        page: absent(space, page),
        pageByPath: absent(space, "guide"),
        download: absent(space, file, "hash", "signature")
      }
    }
  }),
  recorded: {
    contents: {
      open: "reads",
      head: "reads",
      version: "reads",
      current: "reads",
      revision: "reads",
      pages: "reads",
      files: "reads",
      file: "reads",
      page: "reads",
      pageByPath: "reads",
      download: "reads"
    }
  },
  refused: ["contents.download"]
}
