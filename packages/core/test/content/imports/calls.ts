import { ImportContent } from "@lectern/core/imports/Import"
import { url } from "../../engine/bounds/common.js"
import { choice, subject } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, silent } from "../../people/access/rows.js"

const source = { url: "https://docs.example/", source: "website" }

/** Imports. */
export const resource: Resource = {
  calls: ({ space }) => ({
    rows: {
      imports: {
        start: absent(space, source),
        run: absent(space, source, { limits: { pages: 1, time: 1 } }),
        get: absent("import"),
        cancel: silent("import")
      }
    }
  }),
  recorded: {
    imports: { start: "content", run: "content", get: "reads", cancel: "content" }
  },
  refused: ["imports.get", "imports.run"],
  locks: {
    imports: {
      start: "job + claim; space",
      run: "job; space"
    }
  },
  bounds: [
    subject(
      "an import",
      ImportContent,
      {
        url,
        source: choice(
          "website",
          "docx",
          "markdown",
          "html",
          "zip",
          "confluence",
          "github-wiki",
          "notion",
          "google-docs"
        )
      },
      { url: "https://e.co", source: "website" }
    )
  ]
}
