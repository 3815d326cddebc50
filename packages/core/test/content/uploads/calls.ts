import { bySystem } from "../../operations/audit-events/calling.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, row, silent } from "../../people/access/rows.js"

const day = 86_400_000

/** Uploads. */
export const resource: Resource = {
  calls: async ({ own, space }) => {
    const { id: upload } = await own.uploads.begin(space, { name: "a", size: 1 })
    return {
      ids: [upload],
      rows: {
        uploads: {
          create: absent(space, { name: "a", content: new Uint8Array() }),
          begin: absent(space, { name: "a" }),
          append: absent(space, upload, { offset: 0, content: new Uint8Array(1) }),
          get: absent(space, upload),
          remove: silent(space, upload),
          maxSize: row("own", [])
        }
      }
    }
  },
  recorded: {
    uploads: {
      create: "content",
      begin: "content",
      append: "content",
      get: "reads",
      remove: "content",
      maxSize: "reads",
      clean: "cleans"
    }
  },
  special: ({ later }) => ({ uploads: { clean: { after: later(3 * day), ...bySystem() } } }),
  locks: {
    uploads: {
      create: "job; space",
      begin: "space",
      append: "job",
      remove: "job"
    }
  }
}
