/** What is audited of glossary terms. */
import { type Auditing, audited, itself, ofOrganization } from "../storage/Audited.js"
import type { GlossaryTermRecord } from "./GlossaryTerm.js"

/** How glossary terms are audited. */
export const audits: ReadonlyArray<Auditing> = [
  audited<GlossaryTermRecord>("glossary_terms", {
    kind: "glossary-term",
    target: itself("glossary-term", ({ id, term }) => ({ id, title: term })),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      organization: "ignored",
      term: "shown",
      definition: "shown",
      createdAt: "ignored",
      updatedAt: "ignored"
    }
  })
]
