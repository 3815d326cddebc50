/** Reduces resources sent by clients to their known, writable attributes. */
import { type Attribute, attributeNamed, attributesOf, type ResourceKind, withoutSchema } from "./ScimAttributes.js"
import { isPlain, type Plain } from "./ScimMatching.js"

/** The boolean in a string, which some clients send instead. */
const booleanOf = (text: string): boolean | string => {
  const lower = text.toLowerCase()
  return lower === "true" ? true : lower === "false" ? false : text
}

/** One value of an attribute; `undefined` if it is empty. */
const valueOf = ({ subAttributes, type }: Attribute, given: unknown): unknown => {
  if (given === null || given === undefined || given === "") return undefined
  if (type === "boolean" && typeof given === "string") return booleanOf(given)
  if (subAttributes === undefined) return given
  if (!isPlain(given)) return attributeNamed(subAttributes, "value") === undefined ? given : { value: given }
  const parts = written(subAttributes, given)
  return Object.keys(parts).length === 0 ? undefined : parts
}

const isPrimary = (value: unknown): boolean => isPlain(value) && value.primary === true

/** Makes at most one value the primary one: the last that is marked so. */
const withOnePrimary = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const last = values.findLastIndex(isPrimary)
  return values.map((value, at) =>
    at !== last && isPlain(value) && isPrimary(value) ? { ...value, primary: false } : value
  )
}

/** The value that an attribute is set to; `undefined` if it counts as absent. */
export const normalValue = (attribute: Attribute, given: unknown): unknown => {
  if (attribute.multiValued !== true) return valueOf(attribute, given)
  const values = (Array.isArray(given) ? given : [given]).flatMap((each) => valueOf(attribute, each) ?? [])
  return values.length === 0 ? undefined : withOnePrimary(values)
}

/** The known attributes of an object, under their canonical names. */
const written = (attributes: ReadonlyArray<Attribute>, given: Plain): Plain => {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const attribute = attributeNamed(attributes, name)
    const normal = attribute === undefined ? undefined : normalValue(attribute, value)
    if (attribute !== undefined && normal !== undefined) found[attribute.name] = normal
  }
  return found
}

/** The attributes of a body that clients may write. */
export const bodyOf = (kind: ResourceKind, given: unknown): Plain => {
  if (!isPlain(given)) return {}
  const named = Object.fromEntries(Object.entries(given).map(([name, value]) => [withoutSchema(kind, name), value]))
  return written(
    attributesOf(kind).filter(({ mutability }) => mutability !== "readOnly"),
    named
  )
}
