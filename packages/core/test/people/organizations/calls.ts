import { ListQuery } from "@lectern/core/lists/List"
import { CreateOrganization, UpdateOrganization } from "@lectern/core/organizations/Organization"
import { mergeRules, nullableUrl, roleOrGuest } from "../../engine/bounds/common.js"
import { choice, form, integer, items, spelled, subject, text } from "../../engine/bounds/fields.js"
import { bySystem } from "../../operations/audit-events/calling.js"
import { claimsDomain } from "../../operations/audit-events/preparations.js"
import type { Resource } from "../../people/access/resources.js"
import { forbidden, row } from "../../people/access/rows.js"

const domains = items(0, 100, (index) => `d${index}.example`)
const domain = form(
  ["e.co", "E.CO", "a-b.example.com"],
  ["", "e", ".co", "-a.co", "münchen.de", `${spelled("a", 64)}.co`]
)
const hostname = [
  text(3, 32, (length) => spelled("a", length)),
  form(["abc", "a-1"], ["", "ab", "-ab", "ab-", "A.b", "münchen", spelled("é", 3)])
]

/** Organizations and their domains. */
export const resource: Resource = {
  calls: ({ organization: o }) => ({
    rows: {
      organizations: {
        list: row("own", [{}]),
        get: row("NotFound", [o], "own"),
        create: row("own", [{ title: "Mine" }]),
        update: forbidden(o, { title: "Mine" }),
        forEmailDomain: row("own", ["example.org"])
      },
      emailDomains: { verify: row("NotFound", [o, "example.com"], "Forbidden") }
    }
  }),
  recorded: {
    organizations: {
      list: "reads",
      get: "reads",
      create: ["member.created", "organization.created"],
      createFor: ["member.created", "organization.created"],
      update: ["organization.updated"],
      forEmailDomain: "reads"
    },
    emailDomains: { verify: ["organization.updated"] }
  },
  special: (world) => ({
    organizations: { createFor: bySystem(world.made.stranger, { title: "Theirs" }) },
    emailDomains: { verify: { after: claimsDomain(world) } }
  }),
  locks: {
    organizations: {
      create: "organization + user",
      update: "organization"
    }
  },
  bounds: [
    subject(
      "an organization",
      CreateOrganization,
      {
        title: text(2, 255),
        emailDomains: domains,
        "emailDomains.0": domain,
        hostname,
        type: choice("business", "community"),
        useCase: choice(
          "internalDocs",
          "docsSite",
          "audienceControlledSite",
          "productDocs",
          "teamKnowledgeBase",
          "designSystem",
          "openSourceDocs",
          "notes",
          "other"
        ),
        communityType: choice("nonProfit", "openSource", "education")
      },
      { title: "An organization", emailDomains: ["e.co"] }
    ),
    subject("a change of an organization", UpdateOrganization, {
      title: text(2, 255),
      emailDomains: domains,
      hostname,
      logo: nullableUrl,
      secondFactor: choice("optional", "required"),
      defaultRole: roleOrGuest
    }),
    subject(
      "a default content",
      UpdateOrganization,
      { "defaultContent.type": choice("site") },
      { defaultContent: { type: "site", site: "a" } }
    ),
    ...mergeRules("an organization", UpdateOrganization, choice("none", "rules")),
    subject("a list", ListQuery, { limit: integer(0, 1000) })
  ]
}
