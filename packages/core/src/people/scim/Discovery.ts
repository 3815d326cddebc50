/** The discovery documents, which a client reads first. They are the same for every organization, and public. */

import { mostResources } from "./ScimAnswers.js"
import { type Attribute, attributesOf, kinds, type ResourceKind } from "./ScimAttributes.js"
import { mostOperations } from "./ScimPatch.js"

const listSchema = "urn:ietf:params:scim:api:messages:2.0:ListResponse"

/** An attribute as described to clients, with every property of RFC 7643. */
const told = ({ subAttributes, ...attribute }: Attribute): object => ({
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...attribute,
  ...(attribute.type === "reference" && { referenceTypes: ["uri"] }),
  ...(subAttributes !== undefined && { subAttributes: subAttributes.map(told) })
})

const listOf = (Resources: ReadonlyArray<object>): object => ({
  schemas: [listSchema],
  totalResults: Resources.length,
  startIndex: 1,
  itemsPerPage: Resources.length,
  Resources
})

const resourceType = (root: string, { description, endpoint, name, schema }: ResourceKind): object => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
  id: name,
  name,
  endpoint,
  description,
  schema,
  meta: { resourceType: "ResourceType", location: `${root}/ResourceTypes/${name}` }
})

const schema = (root: string, kind: ResourceKind): object => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
  id: kind.schema,
  name: kind.name,
  description: kind.description,
  attributes: attributesOf(kind)
    .filter(({ name }) => name !== "id" && name !== "meta" && name !== "externalId")
    .map(told),
  meta: { resourceType: "Schema", location: `${root}/Schemas/${kind.schema}` }
})

/** The capabilities of the server. */
const serviceProviderConfig = (root: string): object => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  patch: { supported: true, maxOperations: mostOperations },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostResources },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "A token of the organization with the scope admin.",
      primary: true
    }
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${root}/ServiceProviderConfig` }
})

/** The documents of discovery, by their paths below `root`, the URL of an organization's SCIM service. */
export const discovery = (root: string): Readonly<Record<string, object>> => {
  const types = kinds.map((kind) => [`/ResourceTypes/${kind.name}`, resourceType(root, kind)] as const)
  const schemas = kinds.map((kind) => [`/Schemas/${kind.schema}`, schema(root, kind)] as const)
  return {
    "/ServiceProviderConfig": serviceProviderConfig(root),
    "/ResourceTypes": listOf(types.map(([, each]) => each)),
    "/Schemas": listOf(schemas.map(([, each]) => each)),
    ...Object.fromEntries([...types, ...schemas])
  }
}
