/** Generates examples from schemas, for specifications without any. */
import { isObject, type Json, type JsonObject } from "./Json.js"
import { listIn, objectIn, resolve } from "./NamedSpecs.js"
import {
  alternativesOf,
  type Direction,
  discriminatorOf,
  isAbsentIn,
  propertiesOf,
  typesOf,
  wholeSchema,
  withNumericBounds
} from "./SchemaParts.js"

/** The maximum nesting of an example, its maximum number of values, and of items that a list must have. */
const depthLimit = 5
const valueLimit = 200
const itemLimit = 10

const formats: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  time: "12:00:00Z",
  duration: "P1D",
  email: "ada@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com",
  url: "https://example.com",
  uuid: "00000000-0000-4000-8000-000000000000",
  byte: "bGVjdGVybg==",
  binary: "…",
  password: "…"
}

/** The example in `schema` itself; `undefined` if there is none. */
const given = (schema: JsonObject): Json | undefined =>
  schema.example ?? listIn(schema.examples)[0] ?? schema.default ?? schema.const ?? listIn(schema.enum)[0]

/** The example that a parameter, a header or the content of a body states; `undefined` if it states none. */
export const statedExample = (document: JsonObject, holder: JsonObject): Json | undefined =>
  holder.example ?? Object.values(objectIn(holder.examples)).map((each) => resolve(document, each).value.value)[0]

interface Making {
  readonly document: JsonObject
  readonly direction: Direction | undefined
  readonly isMinimal: boolean
  left: number
}

/** The text of an example where the specification says nothing about it. */
export const madeUpText = "text"

/** A string of the length that a schema asks for. */
const textFor = ({ format, maxLength, minLength }: JsonObject): string => {
  const text = formats[String(format)]
  if (text !== undefined) return text
  const least = Math.min(Number(minLength ?? 0), valueLimit)
  const padded = madeUpText.repeat(Math.max(1, Math.ceil(least / 4)))
  return padded.slice(0, typeof maxLength === "number" ? Math.min(maxLength, Math.max(4, least)) : Math.max(4, least))
}

/** A number within the bounds of a schema. */
const numberFor = (schema: JsonObject, isInteger: boolean): Json => {
  const { exclusiveMaximum, exclusiveMinimum, maximum, minimum, multipleOf } = withNumericBounds(schema)
  const bound = (value: Json | undefined, none: number) => (typeof value === "number" ? value : none)
  const low = Math.max(bound(minimum, -Infinity), bound(exclusiveMinimum, -Infinity))
  const high = Math.min(bound(maximum, Infinity), bound(exclusiveMaximum, Infinity))
  const step = bound(multipleOf, isInteger ? 1 : 0)
  const isInside = (value: number): boolean =>
    value >= low && value <= high && value !== exclusiveMinimum && value !== exclusiveMaximum
  const rounded = (value: number): number => (step > 0 ? Math.ceil(value / step) * step : value)
  const middle = Number.isFinite(low) && Number.isFinite(high) ? (low + high) / 2 : 0
  const candidates = [
    0,
    rounded(low),
    rounded(low) + (step || 1),
    rounded(high) - (step || 1),
    high,
    rounded(middle),
    middle
  ]
  return candidates.filter(Number.isFinite).find(isInside) ?? minimum ?? 0
}

/** A given example without what is absent in the direction of the example. */
const withoutAbsent = (making: Making, value: Json, schema: Json | undefined, depth: number): Json => {
  const { direction, document } = making
  if (direction === undefined || depth > depthLimit) return value
  const whole = resolve(document, schema).value
  if (Array.isArray(value)) return value.map((item) => withoutAbsent(making, item, whole.items, depth + 1))
  if (!isObject(value)) return value
  const known = propertiesOf(document, whole)
  const shown = Object.entries(value).flatMap(([name, each]): ReadonlyArray<readonly [string, Json]> => {
    const property = Object.hasOwn(known, name) ? known[name] : undefined
    if (property === undefined) return [[name, each]]
    return isAbsentIn(document, property, direction) ? [] : [[name, withoutAbsent(making, each, property, depth + 1)]]
  })
  return Object.fromEntries(shown)
}

const sampleObject = (
  making: Making,
  schema: JsonObject,
  parts: ReadonlyArray<Json>,
  inside: ReadonlySet<JsonObject>
): JsonObject => {
  const { direction, document, isMinimal } = making
  const found: Record<string, Json> = Object.assign({}, ...parts.map(objectIn))
  const required = new Set(listIn(schema.required))
  for (const [name, property] of Object.entries(objectIn(schema.properties))) {
    if (isAbsentIn(document, property, direction) || (isMinimal && !required.has(name))) continue
    const made = sample(making, property, inside)
    if (made !== undefined) found[name] = made
  }
  if (isObject(schema.additionalProperties) && !isMinimal) {
    const made = sample(making, schema.additionalProperties, inside)
    if (made !== undefined) found.name ??= made
  }
  return found
}

const sample = (making: Making, schema: Json | undefined, above: ReadonlySet<JsonObject>): Json | undefined => {
  const { document } = making
  const { value } = resolve(document, schema)
  if (above.has(value) || above.size > depthLimit || --making.left < 0) return undefined
  const own = given(wholeSchema(document, schema))
  if (own !== undefined) return withoutAbsent(making, own, value, 0)
  const inside = new Set([...above, value])
  const types = typesOf(value)
  const [first] = alternativesOf(document, value)
  const [choice] = first?.[1] ?? []
  const parts = [...listIn(value.allOf), ...(choice === undefined ? [] : [choice.schema])]
    .map((part) => sample(making, part, inside))
    .filter((part) => part !== undefined)
  const name = discriminatorOf(value)
  const [kind] = choice?.values ?? []
  const named = name === undefined || kind === undefined ? [] : [{ [name]: kind }]
  if (types.includes("object") || parts.some(isObject)) {
    return { ...sampleObject(making, value, parts, inside), ...named[0] }
  }
  if (parts[0] !== undefined) return parts[0]
  if (types.includes("array")) {
    const first = listIn(value.prefixItems).map((item) => sample(making, item, inside) ?? null)
    const item = value.items === undefined || value.items === false ? undefined : sample(making, value.items, inside)
    const least = Math.min(Math.max(Number(value.minItems ?? 0), 1), itemLimit) - first.length
    const most = typeof value.maxItems === "number" ? Math.max(value.maxItems - first.length, 0) : itemLimit
    return item === undefined ? first : [...first, ...Array(Math.min(Math.max(least, 0), most)).fill(item)]
  }
  if (types.includes("string")) return textFor(value)
  if (types.includes("file")) return formats.binary
  if (types.includes("integer") || types.includes("number")) return numberFor(value, types.includes("integer"))
  if (types.includes("boolean")) return true
  return types.includes("null") ? null : undefined
}

/** The direction that an example is for, and whether it has only what is required. */
export interface SampleOptions {
  readonly direction?: Direction | undefined
  readonly isMinimal?: boolean
}

/** An example value of a schema, of bounded size; `undefined` if none can be generated. */
export const sampleOf = (
  document: JsonObject,
  schema: Json | undefined,
  { direction, isMinimal = false }: SampleOptions = {}
): Json | undefined => sample({ document, direction, isMinimal, left: valueLimit }, schema, new Set())

/** The example of some content: the stated one without what is absent in a direction, or else a generated one. */
export const contentSample = (
  document: JsonObject,
  content: JsonObject,
  options: SampleOptions = {}
): Json | undefined => {
  const stated = statedExample(document, content)
  if (stated === undefined) return sampleOf(document, content.schema, options)
  const making: Making = { document, direction: options.direction, isMinimal: false, left: valueLimit }
  return withoutAbsent(making, stated, content.schema, 0)
}
