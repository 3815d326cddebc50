import { CreateSite, RotateSigningKey, SitesQuery, UpdatePublishingAuth, UpdateSite } from "@lectern/core/sites/Site"
import { SitePublishing } from "@lectern/core/sites/SitePublishing"
import { Effect } from "effect"
import { address, choice, form, integer, nullable, spelled, subject, text } from "../../engine/bounds/fields.js"
import { publishes } from "../../operations/audit-events/preparations.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, forbidden, row, silent } from "../../people/access/rows.js"

const visibility = choice("public", "unlisted", "share-link", "visitor-auth")

/** Sites, and how they are published. */
export const resource: Resource = {
  calls: ({ organization: o, site }) => ({
    rows: {
      sites: {
        list: row("NotFound", [o, {}], "own"),
        create: forbidden(o, {}),
        get: absent(o, site),
        update: absent(o, site, { title: "Mine" }),
        remove: silent(o, site),
        publish: absent(o, site),
        unpublish: absent(o, site)
      },
      sitePublishing: {
        auth: absent(o, site),
        updateAuth: absent(o, site, {}),
        regenerateAuth: absent(o, site),
        rotateKey: absent(o, site, {}),
        removeKey: silent(o, site, "key")
      }
    }
  }),
  recorded: {
    sites: {
      list: "reads",
      create: ["site.created"],
      get: "reads",
      update: ["site.updated"],
      remove: ["share-link.deleted", "site-redirect.deleted", "site-structure.deleted", "site.deleted"],
      publish: ["site.published"],
      unpublish: ["site.unpublished"]
    },
    sitePublishing: {
      auth: "reads",
      updateAuth: ["site.updated"],
      regenerateAuth: ["site.updated"],
      rotateKey: ["site.updated"],
      removeKey: ["site.updated"]
    }
  },
  special: (world) => {
    const { organization, site } = world.made
    return {
      sites: { unpublish: { after: publishes(world) } },
      sitePublishing: {
        updateAuth: { args: [organization, site, { backend: "integration" }] },
        removeKey: (begin) =>
          Effect.gen(function* () {
            const publishing = yield* SitePublishing
            const { oldKeys } = yield* publishing.rotateKey(organization, site, {})
            yield* begin
            yield* publishing.removeKey(organization, site, oldKeys[0]!.id)
          })
      }
    }
  },
  locks: {
    sites: {
      create: "organization",
      update: "organization",
      remove: "organization",
      publish: "organization",
      unpublish: "organization"
    },
    sitePublishing: {
      auth: "organization",
      updateAuth: "organization",
      regenerateAuth: "organization",
      rotateKey: "organization",
      removeKey: "organization"
    }
  },
  bounds: [
    subject("a site", CreateSite, {
      title: text(2, 128),
      visibility,
      type: choice("basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium"),
      spaces: choice("empty", "sample")
    }),
    subject("a change of a site", UpdateSite, {
      title: text(2, 128),
      visibility,
      basename: [text(1, 100), form(["docs", "語"], ["", "a/b", "a?", "a#", ".", ".."])],
      hostname: [
        nullable(text(15, 512, (length) => `${"a.".repeat(length / 2 - 1)}${length % 2 === 0 ? "bb" : "bbb"}`)),
        nullable(
          form(
            ["docs.example.com", "xn--bcher-kva.a.museum", "1.2.c3"],
            [
              "",
              "example.com",
              "Docs.example.com",
              "docs.example.com.",
              "a..b.cc",
              "-a.b.cc",
              "1.2.3.44",
              "docs.example.com:8080"
            ]
          )
        )
      ],
      agentsContext: choice("excluded", "included"),
      proxy: [
        nullable(text(15, 512, (length) => `e.co/${spelled("a", length - 5)}`)),
        nullable(form(["a.example.com/docs/v-1"], ["", "example.com", "example.com/", "https://example.com/a", "a/b"]))
      ]
    }),
    subject("a list of sites", SitesQuery, { limit: integer(0, 1000) }),
    subject("a rotation of signing keys", RotateSigningKey, { overlap: integer(0, 7_776_000) }),
    subject("a visitor authentication", UpdatePublishingAuth, {
      backend: choice("custom", "integration"),
      fallbackURL: nullable(text(20, 2048, address))
    })
  ]
}
