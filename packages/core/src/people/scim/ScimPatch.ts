/** Changes to a resource by PATCH, as specified in RFC 7644 and as sent by Okta and Entra. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Invalid } from "../../foundation/errors/Errors.js"
import { optional, parser } from "../../foundation/schema/Input.js"
import { type Attribute, attributeNamed, attributesOf, type ResourceKind, withoutSchema } from "./ScimAttributes.js"
import { normalValue } from "./ScimBody.js"
import { type Filter, type PatchPath, parsePatchPath } from "./ScimFilter.js"
import { isPlain, matches, type Plain } from "./ScimMatching.js"

/** The maximum number of operations in one patch. */
export const mostOperations = 1000

const Operation = Schema.Struct({
  op: Schema.compose(Schema.Lowercase, Schema.Literal("add", "replace", "remove")),
  path: optional(Schema.String),
  value: optional(Schema.Unknown)
})
type Operation = typeof Operation.Type

const parsePatch = parser(Schema.Struct({ Operations: Schema.Array(Operation).pipe(Schema.maxItems(mostOperations)) }))

const noTarget = new Invalid({ field: "target", message: "path: there is nothing to change at this path" })
const needsPath = new Invalid({ field: "target", message: "path: is missing" })
const fixed = ({ name }: Attribute) =>
  new Invalid({ field: "mutability", message: `${name}: is set by the server and cannot be changed` })

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const keyOf = (value: unknown): unknown => (isPlain(value) ? value.value : value)

const without = (resource: Plain, { name }: Attribute): Plain => {
  const { [name]: _, ...rest } = resource
  return rest
}

/** The resource with an attribute set or removed. */
const withValue = (resource: Plain, attribute: Attribute, value: unknown): Plain => {
  const normal = normalValue(attribute, value)
  return normal === undefined ? without(resource, attribute) : { ...resource, [attribute.name]: normal }
}

/** A value that satisfies a filter: the parts that the filter compares for equality. */
const asked = (filter: Filter): Plain => {
  if (filter.kind === "and") return Object.assign({}, ...filter.filters.map(asked))
  return filter.kind === "compare" && filter.by === "eq" ? { [filter.path.attribute.name]: filter.to } : {}
}

/** Values with others added; one that exists already, by its `value`, gets the new parts. */
const joined = (present: ReadonlyArray<unknown>, added: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const byKey = new Map(present.map((each) => [keyOf(each), each]))
  for (const each of added) {
    const known = byKey.get(keyOf(each))
    byKey.set(keyOf(each), isPlain(known) && isPlain(each) ? { ...known, ...each } : each)
  }
  return [...byKey.values()]
}

/** A change to all values of an attribute. */
const onValues = (resource: Plain, attribute: Attribute, { op, value }: Operation): Plain => {
  const present = listOf(resource[attribute.name])
  const given = listOf(normalValue(attribute, value))
  if (op === "add") return withValue(resource, attribute, joined(present, given))
  if (op === "replace") return withValue(resource, attribute, given)
  if (value === undefined) return without(resource, attribute)
  const gone = new Set(given.map(keyOf))
  return withValue(
    resource,
    attribute,
    present.filter((each) => !gone.has(keyOf(each)))
  )
}

/** A change to some values, or to a part of them. */
const onSome = (resource: Plain, { attribute, filter, part }: PatchPath, operation: Operation): Plain | Invalid => {
  const { op, value } = operation
  const present = listOf(resource[attribute.name])
  const isMeant = (each: unknown) => isPlain(each) && (filter === undefined || matches(filter, each))
  if (op === "remove") {
    const left = present.flatMap((each) => {
      if (!isMeant(each) || !isPlain(each)) return [each]
      return part === undefined ? [] : [without(each, part)]
    })
    return withValue(resource, attribute, left)
  }
  const given = part === undefined ? value : { [part.name]: value }
  if (!isPlain(given)) return new Invalid({ field: "value", message: "value: expected an object" })
  if (present.some(isMeant)) {
    const changed = present.map((each) => (isMeant(each) && isPlain(each) ? { ...each, ...given } : each))
    return withValue(resource, attribute, changed)
  }
  if (op === "replace" && filter !== undefined) return noTarget
  return withValue(resource, attribute, [...present, { ...(filter && asked(filter)), ...given }])
}

/** A change to a single-valued attribute, or to a part of it. */
const onOne = (resource: Plain, { attribute, part }: PatchPath, { op, value }: Operation): Plain => {
  const now = resource[attribute.name]
  const present = isPlain(now) ? now : {}
  if (part !== undefined) {
    return withValue(resource, attribute, op === "remove" ? without(present, part) : withValue(present, part, value))
  }
  if (op === "remove") return without(resource, attribute)
  return withValue(resource, attribute, isPlain(value) && attribute.subAttributes ? { ...present, ...value } : value)
}

const at = (resource: Plain, path: PatchPath, operation: Operation): Plain | Invalid => {
  const { attribute, filter, part } = path
  if (attribute.mutability === "readOnly") return fixed(attribute)
  if (attribute.multiValued !== true) return onOne(resource, path, operation)
  return filter === undefined && part === undefined
    ? onValues(resource, attribute, operation)
    : onSome(resource, path, operation)
}

/** Whether a path begins with an attribute that this server has; unknown ones are ignored. */
const isKnown = (kind: ResourceKind, path: string): boolean => {
  const name = /^[\w$-]*/.exec(withoutSchema(kind, path.trim()))?.[0] ?? ""
  return attributeNamed(attributesOf(kind), name) !== undefined
}

const isForeign = (path: string): boolean =>
  /^urn:[\w.:$-]+$/i.test(path.trim()) || /^[A-Za-z$][\w$-]*(\[|\.|$)/.test(path)

const step = (kind: ResourceKind, resource: Plain, operation: Operation): Plain | Invalid => {
  const { op, path, value } = operation
  if (path !== undefined) {
    if (!isKnown(kind, path) && isForeign(path)) return resource
    const parsed = parsePatchPath(kind, path)
    return parsed._tag === "Left" ? parsed.left : at(resource, parsed.right, operation)
  }
  if (op === "remove") return needsPath
  if (!isPlain(value)) return new Invalid({ field: "value", message: "value: expected an object" })
  return Object.entries(value).reduce<Plain | Invalid>((now, [name, inner]) => {
    if (now instanceof Invalid || !isKnown(kind, name)) return now
    const parsed = parsePatchPath(kind, name)
    if (parsed._tag === "Left") return parsed.left
    return parsed.right.attribute.mutability === "readOnly"
      ? now
      : at(now, parsed.right, { ...operation, value: inner })
  }, resource)
}

/**
 * The attributes of a resource after a patch; `Invalid` if one of its operations is not possible, and then none is
 * applied.
 */
export const patched = (kind: ResourceKind, resource: Plain, patch: unknown): Effect.Effect<Plain, Invalid> =>
  Effect.flatMap(parsePatch(withOperations(patch)), ({ Operations }) => {
    const end = Operations.reduce<Plain | Invalid>(
      (now, operation) => (now instanceof Invalid ? now : step(kind, now, operation)),
      resource
    )
    return end instanceof Invalid ? Effect.fail(end) : Effect.succeed(end)
  })

/** The patch with its list of operations under the canonical name, whose case differs between clients. */
const withOperations = (patch: unknown): unknown => {
  if (!isPlain(patch)) return patch
  const name = Object.keys(patch).find((each) => each.toLowerCase() === "operations")
  return name === undefined ? patch : { Operations: patch[name] }
}
