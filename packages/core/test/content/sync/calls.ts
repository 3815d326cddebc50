import type { Resource } from "../../people/access/resources.js"
import { absent, forbidden } from "../../people/access/rows.js"

const noTree = { pages: [], files: [], reusableContents: [], variables: {}, redirects: {} }

/** Folders of pages. */
export const resource: Resource = {
  calls: ({ organization: o, space }) => ({
    rows: {
      contentSync: {
        folder: absent(space),
        snapshot: absent(space),
        apply: absent(space, noTree),
        create: forbidden(o, {}, noTree)
      }
    }
  }),
  recorded: {
    contentSync: { apply: "content", create: ["space.created"], folder: "reads", snapshot: "reads" }
  },
  locks: {
    contentSync: {
      apply: "space",
      create: "organization + space"
    }
  }
}
