/** Audit rules of spaces. */

import type { SpaceRecord } from "../../people/places/Space.js"
import { type Auditing, audited, itself, ofOrganization } from "../../storage/rows/Audited.js"

/** The audit rules of spaces. */
export const audits: ReadonlyArray<Auditing> = [
  audited<SpaceRecord>("spaces", {
    kind: "space",
    target: itself("space", ({ id, title }) => ({ id, title })),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      organization: "shown",
      parent: "shown",
      inherits: "shown",
      position: "ignored",
      moves: "ignored",
      title: "shown",
      emoji: "shown",
      icon: "shown",
      editMode: "shown",
      synonyms: "shown",
      defaultLevel: "shown",
      createdBy: "ignored",
      createdAt: "ignored",
      updatedAt: "ignored",
      deletedAt: "shown",
      revision: "ignored",
      sequence: "ignored",
      sealedDownloadKey: "secret",
      comments: "ignored",
      changeRequests: "ignored",
      computed: "ignored"
    },
    verb: (before, after) => {
      if (after === undefined) return "purged"
      if (before === undefined || before.deletedAt === after.deletedAt) return undefined
      return after.deletedAt === undefined ? "restored" : "deleted"
    }
  }),
  { table: "inheriting_spaces", none: "derived" }
]
