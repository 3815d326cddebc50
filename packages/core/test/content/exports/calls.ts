import type { Resource } from "../../people/access/resources.js"
import { absent } from "../../people/access/rows.js"

/** Folder exports. */
export const resource: Resource = {
  calls: ({ changeRequest, revision, space }) => ({
    rows: {
      folderExports: {
        ofSpace: absent(space),
        ofChangeRequest: absent(space, changeRequest),
        download: absent(space, revision, "1", "signature")
      }
    }
  }),
  recorded: { folderExports: { ofSpace: "reads", ofChangeRequest: "reads", download: "reads" } },
  refused: ["folderExports.download"]
}
