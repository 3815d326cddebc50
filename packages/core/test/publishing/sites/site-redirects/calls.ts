import { CreateSiteRedirect, UpdateSiteRedirect } from "@lectern/core/sites/site-redirects/SiteRedirect"
import { choice, form, spelled, subject, text } from "../../../engine/bounds/fields.js"
import type { Resource } from "../../../people/access/resources.js"
import { absent, silent } from "../../../people/access/rows.js"

const redirect = {
  source: [
    text(2, 512, (length) => `/${spelled("a", length - 1)}`),
    form(
      ["/old/page", "/%C3%BC", "/a.b~c-d_e"],
      ["", "/", "old", "/a//b", "/a/", "/.", "/a/..", "/a/%2E%2e/b", "/a?b", "/ü", "https://e.co/a"]
    )
  ],
  "destination.kind": choice("site-section", "site-space", "site-page")
}
const destination = { kind: "site-page", siteSectionId: "a", siteSpaceId: "a", pageId: "a" }

/** Redirects of sites. */
export const resource: Resource = {
  calls: async ({ organization: o, own, site, siteSpace }) => {
    const destination = { kind: "site-space", siteSpaceId: siteSpace } as const
    const { id: redirect } = await own.siteRedirects.create(o, site, { source: "/old", destination })
    return {
      ids: [redirect],
      rows: {
        siteRedirects: {
          list: absent(o, site, {}),
          create: absent(o, site, { source: "/new", destination }),
          update: absent(o, site, redirect, { source: "/new" }),
          remove: silent(o, site, redirect)
        }
      }
    }
  },
  recorded: {
    siteRedirects: {
      list: "reads",
      create: ["site-redirect.created"],
      update: ["site-redirect.updated"],
      remove: ["site-redirect.deleted"]
    }
  },
  locks: {
    siteRedirects: {
      create: "organization",
      update: "organization",
      remove: "organization"
    }
  },
  bounds: [
    subject("a redirect", CreateSiteRedirect, redirect, { source: "/a", destination }),
    subject("a change of a redirect", UpdateSiteRedirect, redirect, { source: "/a", destination })
  ]
}
