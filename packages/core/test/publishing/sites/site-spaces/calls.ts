import { MoveSiteSpace, SiteSpacesQuery, UpdateSiteSpace } from "@lectern/core/sites/site-spaces/SiteSpace"
import { pointers, siteCondition, sitePath } from "../../../engine/bounds/common.js"
import { integer, subject } from "../../../engine/bounds/fields.js"
import type { Resource } from "../../../people/access/resources.js"
import { absent, silent } from "../../../people/access/rows.js"

/** Spaces on sites. */
export const resource: Resource = {
  calls: ({ organization: o, site, siteSpace, space }) => ({
    rows: {
      siteSpaces: {
        list: absent(o, site, {}),
        add: absent(o, site, { spaceId: space }),
        update: absent(o, site, siteSpace, {}),
        remove: silent(o, site, siteSpace),
        move: absent(o, site, siteSpace, {})
      }
    }
  }),
  recorded: {
    siteSpaces: {
      list: "reads",
      add: ["site-structure.updated"],
      update: ["site-structure.updated"],
      remove: ["site-structure.updated"],
      move: "content"
    }
  },
  refused: ["siteSpaces.move"],
  special: ({ made: { organization, site, siteSpace } }) => ({
    siteSpaces: { update: { args: [organization, site, siteSpace, { path: "elsewhere" }] } }
  }),
  locks: {
    siteSpaces: {
      add: "organization",
      update: "organization",
      remove: "organization",
      move: "organization"
    }
  },
  bounds: [
    subject("a change of a site space", UpdateSiteSpace, { path: sitePath, condition: siteCondition }),
    subject("a move of a site space", MoveSiteSpace, ...pointers("siteSpace", "site-space")),
    subject("a list of site spaces", SiteSpacesQuery, { limit: integer(0, 1000) })
  ]
}
