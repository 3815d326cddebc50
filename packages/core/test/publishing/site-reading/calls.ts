import { localReferencesTask } from "@lectern/core/content/dialects/DialectTasks"
import { publishes } from "../../operations/audit-events/preparations.js"
import type { Resource } from "../../people/access/resources.js"
import { absent } from "../../people/access/rows.js"

/** The pages of sites, as readers see them. */
export const resource: Resource = {
  calls: ({ changeRequest: request, file, organization: o, page, site, siteSpace, space }) => ({
    rows: {
      sitePages: {
        site: absent(o, site),
        outline: absent(o, site, siteSpace),
        page: absent(o, site, siteSpace, page),
        draft: absent(space, page, { changeRequest: request }),
        file: absent(o, site, siteSpace, file),
        redirect: absent(o, site, "old"),
        redirects: absent(o, site),
        send: absent(o, site, siteSpace, page, { operation: 0, values: new URLSearchParams() }),
        indexed: absent(o, site, siteSpace)
      }
    }
  }),
  recorded: {
    sitePages: {
      generation: "reads",
      find: "reads",
      onHost: "reads",
      site: "reads",
      outline: "reads",
      page: "reads",
      draft: "reads",
      compute: "reads",
      file: "reads",
      redirect: "reads",
      redirects: "reads",
      send: "reads",
      logo: "reads",
      indexed: "reads"
    }
  },
  refused: ["sitePages.file", "sitePages.indexed", "sitePages.page", "sitePages.redirects", "sitePages.send"],
  special: (world) => {
    const published = { after: publishes(world) }
    return {
      sitePages: {
        find: { args: [world.made.site] },
        onHost: { args: ["docs.example.com"] },
        logo: { args: ["https://example.com/logo.png"] },
        compute: { args: [localReferencesTask, { markdown: "[a](/pages/b)" }] },
        site: published,
        outline: published,
        page: published,
        file: published,
        redirect: published
      }
    }
  }
}
