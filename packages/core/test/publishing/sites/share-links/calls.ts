import { CreateShareLink, UpdateShareLink } from "@lectern/core/sites/share-links/ShareLink"
import { subject, text } from "../../../engine/bounds/fields.js"
import type { Resource } from "../../../people/access/resources.js"
import { absent, silent } from "../../../people/access/rows.js"

/** Share links. */
export const resource: Resource = {
  calls: async ({ organization: o, own, site }) => {
    const { id: link } = await own.shareLinks.create(o, site, { name: "Link" })
    return {
      ids: [link],
      rows: {
        shareLinks: {
          list: absent(o, site, {}),
          create: absent(o, site, { name: "Mine" }),
          update: absent(o, site, link, { active: false }),
          renew: absent(o, site, link),
          remove: silent(o, site, link)
        }
      }
    }
  },
  recorded: {
    shareLinks: {
      list: "reads",
      create: ["share-link.created"],
      update: ["share-link.updated"],
      renew: ["share-link.updated"],
      remove: ["share-link.deleted"]
    }
  },
  locks: {
    shareLinks: {
      create: "organization",
      update: "organization",
      renew: "organization",
      remove: "organization"
    }
  },
  bounds: [
    subject("a share link", CreateShareLink, { name: text(0, 50) }, { name: "A" }),
    subject("a change of a share link", UpdateShareLink, { name: text(0, 50) })
  ]
}
