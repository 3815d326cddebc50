import {
  AddSiteSection,
  AddSiteSectionGroup,
  MoveSiteSection,
  MoveSiteSectionGroup,
  UpdateSiteSection,
  UpdateSiteSectionGroup
} from "@lectern/core/sites/site-sections/SiteSection"
import { pointers, siteCondition, sitePath } from "../../../engine/bounds/common.js"
import { form, nullable, spelled, subject, text } from "../../../engine/bounds/fields.js"
import { calling } from "../../../operations/audit-events/calling.js"
import type { Resource } from "../../../people/access/resources.js"
import { absent, silent } from "../../../people/access/rows.js"

const icon = [
  nullable(text(1, 50, (length) => spelled("a", length))),
  nullable(form(["gear", "circle-2"], ["", "Gear", "-a", "a b", "😀"]))
]

/** Sections of sites and their groups. */
export const resource: Resource = {
  calls: ({ group, organization: o, section, site, space }) => ({
    rows: {
      siteSections: {
        list: absent(o, site, {}),
        add: absent(o, site, { spaceId: space }),
        update: absent(o, site, section, { title: "Mine" }),
        remove: silent(o, site, section),
        move: absent(o, site, section, {})
      },
      siteSectionGroups: {
        list: absent(o, site, {}),
        add: absent(o, site, { title: "Mine" }),
        update: absent(o, site, group, { title: "Mine" }),
        remove: silent(o, site, group),
        addSection: absent(o, site, group, { sectionId: section }),
        removeSection: silent(o, site, group, section),
        move: absent(o, site, group, {})
      }
    }
  }),
  recorded: {
    siteSections: {
      list: "reads",
      add: ["site-structure.updated"],
      update: ["site-structure.updated"],
      remove: ["site-structure.updated"],
      move: ["site-structure.updated"]
    },
    siteSectionGroups: {
      list: "reads",
      add: ["site-structure.updated"],
      update: ["site-structure.updated"],
      remove: ["site-structure.updated"],
      addSection: ["site-structure.updated"],
      removeSection: ["site-structure.updated"],
      move: "content"
    }
  },
  refused: ["siteSectionGroups.move"],
  special: ({ made: { group, organization, section, site } }) => ({
    siteSectionGroups: {
      addSection: { after: calling("siteSectionGroups", "removeSection", [organization, site, group, section]) }
    }
  }),
  locks: {
    siteSections: {
      add: "organization",
      update: "organization",
      remove: "organization",
      move: "organization"
    },
    siteSectionGroups: {
      add: "organization",
      update: "organization",
      remove: "organization",
      addSection: "organization",
      removeSection: "organization",
      move: "organization"
    }
  },
  bounds: [
    subject("a section", AddSiteSection, { title: nullable(text(2, 128)), icon }, { spaceId: "a" }),
    subject("a change of a section", UpdateSiteSection, {
      title: text(2, 128),
      path: sitePath,
      condition: siteCondition,
      icon,
      description: nullable(text(0, 256))
    }),
    subject("a move of a section", MoveSiteSection, ...pointers("siteSection", "site-section")),
    subject("a group of sections", AddSiteSectionGroup, { title: text(1, 100), icon }, { title: "A" }),
    subject("a change of a group of sections", UpdateSiteSectionGroup, { title: text(1, 100), icon }),
    subject("a move of a group", MoveSiteSectionGroup, ...pointers("id", "site-section", "site-section-group"))
  ]
}
