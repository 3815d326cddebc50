import { CreateOpenAPISpec, PutOpenAPISpec, UpdateOpenAPISpec } from "@lectern/core/openapi-specs/OpenAPISpec"
import { url } from "../../engine/bounds/common.js"
import { choice, form, spelled, subject, text } from "../../engine/bounds/fields.js"
import { bySystem } from "../../operations/audit-events/calling.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, forbidden, silent } from "../../people/access/rows.js"

const slug = [
  text(1, 100, (length) => spelled("a", length)),
  form(["a", "pets-2", "3d"], ["", "-a", "a-", "a--b", "Pets", "a_b", "é"])
]
const specification = { slug: "pets", source: {} }
const sourceText = form(["a".repeat(5_000_000)], ["", "a".repeat(5_000_001)])

/** OpenAPI specifications. */
export const resource: Resource = {
  calls: async ({ organization: o, own }) => {
    const { slug } = await own.openAPISpecs.create(o, { slug: "api", source: { text: "openapi: 3.1.0" } })
    while ((await own.openAPISpecs.get(o, slug)).processingState !== "complete") {
      await new Promise((resolve) => setImmediate(resolve))
    }
    return {
      ids: [slug],
      rows: {
        openAPISpecs: {
          list: forbidden(o, {}),
          create: forbidden(o, { slug: "mine", source: { text: "x" } }),
          get: absent(o, slug),
          put: forbidden(o, slug, { source: { text: "x" } }),
          update: absent(o, slug, { visibility: "public" }),
          remove: silent(o, slug),
          versions: absent(o, slug, {}),
          version: absent(o, slug),
          content: absent(o, slug),
          published: absent(o, slug),
          signed: absent("spec", "version", "signature")
        }
      }
    }
  },
  recorded: {
    openAPISpecs: {
      list: "reads",
      create: ["openapi-spec.created"],
      get: "reads",
      put: "content",
      update: ["openapi-spec.updated"],
      remove: ["openapi-spec.deleted"],
      versions: "reads",
      version: "reads",
      content: "reads",
      published: "reads",
      signed: "reads",
      refreshDue: "content"
    }
  },
  refused: ["openAPISpecs.content", "openAPISpecs.published", "openAPISpecs.signed", "openAPISpecs.version"],
  special: () => ({ openAPISpecs: { refreshDue: bySystem("1 hour") } }),
  locks: {
    openAPISpecs: {
      create: "organization; organization + claim",
      put: "organization; organization + claim",
      update: "organization",
      remove: "organization"
    }
  },
  bounds: [
    subject("a specification", CreateOpenAPISpec, { slug }, { slug: "pets", source: { text: "a" } }),
    subject("a specification by its address", CreateOpenAPISpec, { "source.url": url }, specification),
    subject("a specification as a text", CreateOpenAPISpec, { "source.text": sourceText }, specification),
    subject("another address of a specification", PutOpenAPISpec, { "source.url": url }, { source: {} }),
    subject("another text of a specification", PutOpenAPISpec, { "source.text": sourceText }, { source: {} }),
    subject("who may read a specification", UpdateOpenAPISpec, { visibility: choice("private", "public") })
  ]
}
