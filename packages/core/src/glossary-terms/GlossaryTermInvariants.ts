/** The invariants of glossary terms. */
import * as Schema from "effect/Schema"
import { OrganizationsTable } from "../organizations/OrganizationRepository.js"
import { type Invariants, invariantsOf, to } from "../storage/Invariants.js"
import { GlossaryTermTable } from "./GlossaryTermRepository.js"

const id = Schema.String
const text = Schema.String
const organization = to("organization", OrganizationsTable)

/** What the rows of glossary terms must be. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(
    GlossaryTermTable,
    Schema.Struct({
      id,
      organization: id,
      term: text,
      definition: text,
      createdAt: text,
      updatedAt: text
    }),
    { references: (term) => [organization(term.organization)] }
  )
]
