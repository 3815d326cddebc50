/** The calls of glossary terms: how they end for others, what they record and lock, and what input they take. */
import { GlossaryTermInput } from "@lectern/core/glossary-terms/GlossaryTerm"
import type { Resource } from "../access/resources.js"
import { absent, forbidden, silent } from "../access/rows.js"
import { subject, text } from "../bounds/fields.js"

/** The calls, on a glossary term of the organization. */
export const calls: Resource["calls"] = async ({ organization, own }) => {
  const { id } = await own.glossaryTerms.create(organization, { term: "Page", definition: "A text" })
  return {
    ids: [id],
    rows: {
      glossaryTerms: {
        list: forbidden(organization, {}),
        create: forbidden(organization, { term: "Mine", definition: "A text" }),
        get: absent(organization, id),
        update: absent(organization, id, { term: "Mine", definition: "A text" }),
        remove: silent(organization, id)
      }
    }
  }
}

/** What they record. */
export const recorded: Resource["recorded"] = {
  glossaryTerms: {
    list: "reads",
    create: ["glossary-term.created"],
    get: "reads",
    update: ["glossary-term.updated"],
    remove: ["glossary-term.deleted"]
  }
}

/** What they lock. */
export const locks: Resource["locks"] = {
  "glossaryTerms.create": "organization",
  "glossaryTerms.update": "organization",
  "glossaryTerms.remove": "organization"
}

/** What their input must be. */
export const bounds: Resource["bounds"] = [
  subject(
    "a glossary term",
    GlossaryTermInput,
    { term: text(1, 100), definition: text(1, 1000) },
    { term: "Page", definition: "A text" }
  )
]
