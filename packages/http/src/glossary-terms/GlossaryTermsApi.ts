/** The endpoints of glossary terms. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { GlossaryTerm, GlossaryTermId, GlossaryTermInput } from "@lectern/core/glossary-terms/GlossaryTerm"
import { described } from "@lectern/core/internal/schema/Described"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { Schema } from "effect"
import { get, post, put, remove } from "../declaration/Endpoint.js"
import { ForbiddenError, InvalidError, ReadErrors, WriteErrors } from "../errors/WireError.js"
import { segment } from "../params/PathParams.js"
import { listParams } from "../params/QueryParams.js"

const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })
const TermPath = Schema.Struct({
  organizationId: segment(OrganizationId),
  glossaryTermId: described(segment(GlossaryTermId), "The id of a glossary term of the organization.")
})

/** The words of an organization, and what they mean there. */
export class GlossaryTermsApi extends HttpApiGroup.make("glossary-terms")
  .add(
    get(
      "listGlossaryTerms",
      "/v1/orgs/:organizationId/glossary-terms",
      "List the glossary terms of an organization",
      "Oldest first. Guests may not list them."
    )
      .setPath(OrganizationPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(GlossaryTerm).annotations({ identifier: "GlossaryTermList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "createGlossaryTerm",
      "/v1/orgs/:organizationId/glossary-terms",
      "Create a glossary term",
      "Needs the role `create` in the organization."
    )
      .setPath(OrganizationPath)
      .setPayload(GlossaryTermInput)
      .addSuccess(GlossaryTerm, { status: 201 })
      .addError(WriteErrors)
  )
  .add(
    get(
      "getGlossaryTerm",
      "/v1/orgs/:organizationId/glossary-terms/:glossaryTermId",
      "Get a glossary term",
      "Needs membership in the organization."
    )
      .setPath(TermPath)
      .addSuccess(GlossaryTerm)
      .addError(ReadErrors)
  )
  .add(
    put(
      "updateGlossaryTerm",
      "/v1/orgs/:organizationId/glossary-terms/:glossaryTermId",
      "Replace a glossary term",
      "Replaces the term and its definition. Needs the role `create`."
    )
      .setPath(TermPath)
      .setPayload(GlossaryTermInput)
      .addSuccess(GlossaryTerm)
      .addError(WriteErrors)
  )
  .add(
    remove(
      "deleteGlossaryTerm",
      "/v1/orgs/:organizationId/glossary-terms/:glossaryTermId",
      "Delete a glossary term",
      "Needs the role `create` in the organization."
    )
      .setPath(TermPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "Glossary terms",
      description: "The words of an organization, and what they mean there."
    })
  ) {}
