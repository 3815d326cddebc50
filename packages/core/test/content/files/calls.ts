import type { Resource } from "../../people/access/resources.js"
import { absent } from "../../people/access/rows.js"

/** Files. */
export const resource: Resource = {
  calls: ({ space }) => ({
    rows: {
      files: { upload: absent(space, { name: "a", bytes: new Uint8Array() }) }
    }
  }),
  recorded: {
    files: { upload: "content" }
  },
  locks: {
    files: {
      upload: "space"
    }
  }
}
