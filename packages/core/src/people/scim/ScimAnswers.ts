/** Lists, selections of attributes and entity tags, shared by users and groups. */
import * as Effect from "effect/Effect"
import { type Invalid, PreconditionFailed } from "../../foundation/errors/Errors.js"
import { secretHash } from "../../foundation/ids/SecretHash.js"
import { parser } from "../../foundation/schema/Input.js"
import { attributeNamed, attributesOf, type ResourceKind, withoutSchema } from "./ScimAttributes.js"
import { type Filter, parseFilter } from "./ScimFilter.js"
import { matches, type Plain } from "./ScimMatching.js"
import { type ScimList, ScimQuery, ScimSelection } from "./ScimResource.js"

/** The maximum number of resources in one answer. */
export const mostResources = 1000

const listSchema = "urn:ietf:params:scim:api:messages:2.0:ListResponse"

/** The URL of a resource. */
export const locationOf = (base: string, organization: string, { endpoint }: ResourceKind, id: string): string =>
  `${base}/scim/v2/${organization}${endpoint}/${id}`

/** The weak entity tag of an answer. */
export const versionOf = (resource: object): string => `W/"${secretHash(JSON.stringify(resource)).slice(0, 24)}"`

/** Fails if a client has seen another version than the current one; `condition` is an `If-Match`, if there is one. */
export const requireVersion = (
  condition: string | undefined,
  version: string
): Effect.Effect<void, PreconditionFailed> => {
  if (condition === undefined) return Effect.void
  const known = condition.split(",").map((each) => each.trim())
  return known.includes("*") || known.includes(version)
    ? Effect.void
    : new PreconditionFailed({ message: "If-Match: the resource has changed since" })
}

type Names = ReadonlyArray<readonly [attribute: string, part: string | undefined]>

/** The attributes that a client names; unknown ones are ignored. */
const namesOf = (kind: ResourceKind, text: string): Names =>
  text.split(",").flatMap((each) => {
    const [name = "", part] = withoutSchema(kind, each.trim()).split(".")
    const attribute = attributeNamed(attributesOf(kind), name)
    if (attribute === undefined) return []
    return [
      [attribute.name, part === undefined ? undefined : attributeNamed(attribute.subAttributes ?? [], part)?.name]
    ]
  })

const always = ["schemas", "id"]

/** The parts of a value with these names, or all other parts. */
const cut = (value: unknown, parts: ReadonlyArray<string>, keep: boolean): unknown => {
  if (Array.isArray(value)) return value.map((each) => cut(each, parts, keep))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => parts.includes(name) === keep))
}

/** A resource with the attributes that were requested. */
const selected = <A extends object>(kind: ResourceKind, resource: A, selection: ScimSelection): A => {
  const { attributes, excludedAttributes } = selection
  if (attributes === undefined && excludedAttributes === undefined) return resource
  const keep = attributes !== undefined
  const names = namesOf(kind, attributes ?? excludedAttributes ?? "")
  const entries = Object.entries(resource).flatMap(([name, value]) => {
    const named = names.filter(([attribute]) => attribute === name)
    if (always.includes(name)) return [[name, value]]
    const parts = named.flatMap(([, part]) => (part === undefined ? [] : [part]))
    if (named.length === 0) return keep ? [] : [[name, value]]
    if (parts.length < named.length) return keep ? [[name, value]] : []
    return [[name, cut(value, parts, keep)]]
  })
  return Object.fromEntries(entries) as A
}

const parseQuery = parser(ScimQuery)
const parseSelection = parser(ScimSelection)

/** Reduces a resource to the requested attributes. */
export const selector = <A extends object>(
  kind: ResourceKind,
  selection: ScimSelection
): Effect.Effect<(resource: A) => A, Invalid> =>
  Effect.map(parseSelection(selection), (parsed) => (resource) => selected(kind, resource, parsed))

/** A requested list, before it is read. */
export interface Listing {
  readonly filter: Filter | undefined
  /** The requested part of a list of resources. */
  readonly answer: <A extends Plain | object>(all: ReadonlyArray<A>) => ScimList<A>
}

/** The list that a query requests. */
export const listing = (kind: ResourceKind, query: ScimQuery): Effect.Effect<Listing, Invalid> =>
  Effect.gen(function* () {
    const { count = 100, filter: text, startIndex: from = 1, ...selection } = yield* parseQuery(query)
    const filter = text === undefined ? undefined : yield* parseFilter(kind, text)
    const startIndex = Math.max(1, from)
    const most = Math.min(mostResources, Math.max(0, count))
    return {
      filter,
      answer: (all) => {
        const found = filter === undefined ? all : all.filter((each) => matches(filter, each as Plain))
        const Resources = found
          .slice(startIndex - 1, startIndex - 1 + most)
          .map((each) => selected(kind, each, selection))
        return {
          schemas: [listSchema],
          totalResults: found.length,
          startIndex,
          itemsPerPage: Resources.length,
          Resources
        }
      }
    }
  })

/** The text that an attribute must equal for a filter to match, if the filter states it directly. */
export const wantedBy = (filter: Filter | undefined, name: string): string | undefined =>
  filter?.kind === "compare" &&
  filter.by === "eq" &&
  filter.path.attribute.name === name &&
  typeof filter.to === "string"
    ? filter.to
    : undefined
