import { GlossaryTerms } from "@lectern/core/glossary-terms/GlossaryTerms"
import { Effect } from "effect"
import type { GroupHandlers } from "../dispatcher/Handlers.js"
import type { GlossaryTermsApi } from "./GlossaryTermsApi.js"

/** The handlers of {@link GlossaryTermsApi}. */
export const handlers = Effect.map(
  GlossaryTerms,
  (terms): GroupHandlers<typeof GlossaryTermsApi> => ({
    listGlossaryTerms: ({ path, urlParams }) => terms.list(path.organizationId, urlParams),
    createGlossaryTerm: ({ path, payload }) => terms.create(path.organizationId, payload),
    getGlossaryTerm: ({ path }) => terms.get(path.organizationId, path.glossaryTermId),
    updateGlossaryTerm: ({ path, payload }) => terms.update(path.organizationId, path.glossaryTermId, payload),
    deleteGlossaryTerm: ({ path }) => terms.remove(path.organizationId, path.glossaryTermId)
  })
)
