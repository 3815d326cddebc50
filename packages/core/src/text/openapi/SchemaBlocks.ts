/** Schemas of a specification as fields: each property with its type and description, to a bounded depth. */

import type { PdfBlock, PdfBlocks, PdfField, PdfInline } from "../blocks/BlockDocument.js"
import type { PdfWords } from "../blocks/DocumentWords.js"
import { isObject, type Json, type JsonObject, jsonText } from "./Json.js"
import { type ModelPlaces, modelPlace } from "./ModelPlaces.js"
import { listIn, objectIn, resolve, textIn } from "./NamedSpecs.js"
import { pointerOf } from "./References.js"
import { allowedLimit, code, factsOf, flagsOf, listed, said } from "./SchemaFacts.js"
import {
  type Alternative,
  alternativesOf,
  composedSchema,
  type Direction,
  discriminatorOf,
  isAbsentIn
} from "./SchemaParts.js"
import { alternativeKind, cut, kindOf } from "./SchemaTypes.js"

/**
 * The maximum nesting of properties, and the maximum number of them that an operation shows: few where readers can ask
 * for the others, and nearly all where they cannot. The nesting is bounded since it makes columns narrower.
 */
const limits = { asking: { depth: 5, fields: 400 }, whole: { depth: 24, fields: 1_000 } } as const
/** The maximum number of fields that one schema shows where a reader asks for it. */
const askedLimit = 2_000
/** The maximum number of schemas that one is composed of, and their nesting in a schema that may have no fields. */
const partLimit = 400
const plainDepth = 5

/** The state of showing one specification. */
export interface Showing {
  /** The named schemas shown so far, by the direction that they were shown for: their fields differ by it. */
  readonly shown: Readonly<Record<Direction | "both", Set<JsonObject>>>
  /** The direction in which the values are sent; absent if they are sent in both. */
  readonly direction?: Direction
  /** The number of fields that may still be shown. */
  readonly budget: { left: number }
  readonly document: JsonObject
  readonly words: PdfWords
  /** Text in markdown as blocks. */
  readonly text: (markdown: string) => PdfBlocks
  /** Named schemas that are shown elsewhere in the document, and only linked to here. */
  readonly models: ModelPlaces
  /** Whether readers can ask for the fields that are left out. */
  readonly canAsk: boolean
}

const limitsOf = ({ canAsk }: Pick<Showing, "canAsk">) => (canAsk ? limits.asking : limits.whole)

/** A {@link Showing} of a whole operation or schema; it shows those schemas in full that are not in `models`. */
export const showing = (
  document: JsonObject,
  words: PdfWords,
  text: Showing["text"],
  { canAsk = false, models = new Map() }: Partial<Pick<Showing, "canAsk" | "models">> = {}
): Showing => ({
  document,
  canAsk,
  words,
  text,
  models,
  shown: { request: new Set(), response: new Set(), both: new Set() },
  budget: { left: limitsOf({ canAsk }).fields }
})

/** The type of a schema; it links to the place of a named schema that is shown elsewhere. */
export const typeOf = (
  { document, models }: Showing,
  schema: Json | undefined,
  type = kindOf(document, schema)
): PdfInline => {
  const name = code(type)
  const to = modelPlace(document, models, schema)
  return to === undefined ? name : { type: "link", to, children: [name] }
}

interface Properties {
  readonly properties: Record<string, Json>
  readonly required: Set<string>
  /** The properties whose names match a pattern, by the pattern. */
  readonly patterns: Record<string, Json>
  /** The schemas of the items of a list, and of its first items in order. */
  readonly items: Array<Json>
  readonly first: Array<Json>
  rest?: Json
}

/** The properties of a schema, including the properties of the schemas it is composed of. */
const gather = (document: JsonObject, schema: JsonObject, into: Properties, seen: Set<JsonObject>): void => {
  if (seen.has(schema) || seen.size > partLimit) return
  seen.add(schema)
  for (const part of listIn(schema.allOf)) gather(document, resolve(document, part).value, into, seen)
  for (const [name, property] of Object.entries(objectIn(schema.properties))) {
    const before = Object.hasOwn(into.properties, name) ? into.properties[name] : undefined
    // What several parts say of a property holds together.
    const isSame = before === undefined || jsonText(before) === jsonText(property)
    into.properties[name] = isSame ? property : { allOf: [before, property] }
  }
  Object.assign(into.patterns, objectIn(schema.patternProperties))
  for (const name of listIn(schema.required)) into.required.add(String(name))
  if (isObject(schema.items)) into.items.push(schema.items)
  into.first.push(...listIn(schema.prefixItems))
  if (isObject(schema.additionalProperties)) into.rest = schema.additionalProperties
  // Under some condition there are further properties, none of which is always required.
  const conditional = [schema.then, schema.else, ...Object.values(objectIn(schema.dependentSchemas))]
  for (const part of conditional) {
    if (isObject(part)) gather(document, resolve(document, part).value, { ...into, required: new Set() }, seen)
  }
}

/** The alternatives of a schema and of the schemas it is composed of, which are its own base and not that of others. */
const gatherAlternatives = (
  document: JsonObject,
  schema: JsonObject,
  isPart = false,
  seen: Set<JsonObject> = new Set()
): ReturnType<typeof alternativesOf> => {
  if (seen.has(schema) || seen.size > partLimit) return []
  seen.add(schema)
  const parts = listIn(schema.allOf).flatMap((part) =>
    gatherAlternatives(document, resolve(document, part).value, true, seen)
  )
  return [...parts, ...alternativesOf(document, schema, !isPart)]
}

/** A field with its description and the fields below it. */
export const fieldOf = (
  show: Showing,
  given: { readonly name: string; readonly schema: Json | undefined; readonly required: boolean } & {
    /** The parameter that has the schema, and its examples. */
    readonly described?: JsonObject
    readonly examples?: ReadonlyArray<Json>
    readonly kind?: string
  },
  above: ReadonlySet<JsonObject>
): PdfField => {
  const { name, value } = resolve(show.document, given.schema)
  const whole = composedSchema(show.document, given.schema)
  const isElsewhere = name !== undefined && show.models.has(value)
  const own = given.described ?? (isElsewhere ? objectIn(given.schema) : {})
  const description = textIn(own.description) || (isElsewhere ? "" : textIn(whole.description))
  const to = modelPlace(show.document, show.models, given.schema)
  return {
    name: cut(given.name),
    kind: given.kind ?? kindOf(show.document, given.schema),
    ...(to !== undefined && { to }),
    flags: flagsOf(show.words, { ...whole, ...own }, given.required),
    children: [
      ...show.text(description),
      ...factsOf(show.words, whole, given.examples),
      ...schemaFields(show, given.schema, above)
    ]
  }
}

/** The words or the link in place of the fields of a schema that are not shown. */
const moreFields = ({ canAsk, direction, document, words }: Showing, value: JsonObject): PdfBlocks => {
  const place = canAsk ? pointerOf(document, value) : undefined
  return [
    place === undefined
      ? { type: "paragraph", children: [said(words.more)] }
      : { type: "more", label: words.more, place, ...(direction !== undefined && { direction }) }
  ]
}

/** Whether a schema, or one that it leads to, has fields: other schemas take little room. */
const hasFields = (document: JsonObject, value: JsonObject, depth = 0): boolean => {
  if (depth > plainDepth || isObject(value.properties) || isObject(value.patternProperties)) return true
  const { additionalProperties, allOf, anyOf, items, oneOf, prefixItems } = value
  const parts = [allOf, anyOf, oneOf, prefixItems].flatMap(listIn)
  return [additionalProperties, items, ...parts].some(
    (part) => isObject(part) && hasFields(document, resolve(document, part).value, depth + 1)
  )
}

/** An alternative as a field, named by its schema or title, with the values of the discriminator that choose it. */
const alternativeField = (
  show: Showing,
  { schema, values }: Alternative,
  discriminator: string | undefined,
  inside: ReadonlySet<JsonObject>
): PdfField => {
  const { name, value } = resolve(show.document, schema)
  const kind = alternativeKind(show.document, schema, 0)
  const title = textIn(value.title)
  const chosen = discriminator === undefined ? [] : values.map((each) => `${discriminator} = ${each}`)
  const more = [...(name === undefined || title === name ? [] : [title]), ...chosen].filter((part) => part !== "")
  return fieldOf(show, { name: kind, kind: more.join(", "), schema, required: false }, inside)
}

/** The alternatives of a schema: their names, and what is to say of each. */
const alternativeBlocks = (show: Showing, value: JsonObject, inside: ReadonlySet<JsonObject>): PdfBlocks => {
  const name = discriminatorOf(value)
  const discriminator: ReadonlyArray<PdfBlock> =
    name === undefined ? [] : [{ type: "paragraph", children: listed(show.words.discriminator, [code(cut(name))]) }]
  const found = gatherAlternatives(show.document, value).flatMap(([key, choices]): PdfBlocks => {
    const [only] = choices
    if (choices.length === 1 && only !== undefined) {
      return contentsOf(show, alternativeField(show, only, name, inside))
    }
    const named = choices
      .slice(0, allowedLimit)
      .map(({ schema }) => typeOf(show, schema, alternativeKind(show.document, schema, 0)))
    const fields = choices
      .map((choice) => alternativeField(show, choice, name, inside))
      .filter(({ children, kind }) => children.length > 0 || kind !== "")
    return [
      { type: "paragraph", children: listed(show.words[key], named) },
      ...(fields.length === 0 ? [] : ([{ type: "fields", fields }] satisfies PdfBlocks))
    ]
  })
  return [...discriminator, ...found]
}

/** Whether a named schema was shown before in the direction that is shown now. */
export const isShown = ({ direction, document, shown }: Showing, schema: Json | undefined): boolean => {
  const { name, value } = resolve(document, schema)
  return name !== undefined && shown[direction ?? "both"].has(value)
}

/** The properties of a schema, of the items of a list, or of its alternatives; nothing for a plain value. */
export const schemaFields = (show: Showing, schema: Json | undefined, above: ReadonlySet<JsonObject>): PdfBlocks => {
  const { budget, direction, document, words } = show
  const { name, value } = resolve(document, schema)
  const shownBefore = show.shown[direction ?? "both"]
  if (name !== undefined && show.models.has(value)) return []
  if (above.has(value) || isShown(show, schema)) {
    return hasFields(document, value) ? [{ type: "paragraph", children: [said(words.recursive)] }] : []
  }
  if ((above.size >= limitsOf(show).depth || budget.left <= 0) && hasFields(document, value))
    return moreFields(show, value)
  if (name !== undefined) shownBefore.add(value)
  const inside = new Set([...above, value])
  const found: Properties = { properties: {}, patterns: {}, required: new Set(), items: [], first: [] }
  gather(document, value, found, new Set())
  const fields: Array<PdfField> = []
  const add = (name: string, given: Json, required: boolean): boolean => {
    if (--budget.left < 0) return false
    fields.push(fieldOf(show, { name, schema: given, required }, inside))
    return true
  }
  const rest = found.rest === undefined ? [] : [[words.otherNames, found.rest] as const]
  const patterns = Object.entries(found.patterns).map(([pattern, given]) => [`/${pattern}/`, given] as const)
  const first = found.first.map((item, index) => [`[${index}]`, item] as const)
  const isWhole = [...Object.entries(found.properties), ...patterns, ...rest, ...first].every(
    ([name, given]) => isAbsentIn(document, given, direction) || add(name, given, found.required.has(name))
  )
  return [
    ...(fields.length === 0 ? [] : ([{ type: "fields", fields }] satisfies PdfBlocks)),
    ...(isWhole ? [] : moreFields(show, value)),
    ...found.items.flatMap((items) => itemBlocks(show, items, inside)),
    ...alternativeBlocks(show, value, inside)
  ]
}

/** What is to say of a field apart from its name and type. */
const contentsOf = ({ words }: Showing, { children, flags }: PdfField): PdfBlocks => {
  // Only the fields of objects are read-only or write-only by themselves.
  const isDeprecated = flags.includes(words.deprecated)
  return isDeprecated ? [{ type: "paragraph", children: [said(words.deprecated)] }, ...children] : children
}

/** What is to say of the items of a list. */
const itemBlocks = (show: Showing, items: Json, inside: ReadonlySet<JsonObject>): PdfBlocks =>
  contentsOf(show, fieldOf(show, { name: "", schema: items, required: false }, inside))

/** The fields of the schema at a place of the specification, for a reader who asks for them. */
export const askedFields = (show: Showing, schema: JsonObject): PdfBlocks =>
  schemaFields({ ...show, budget: { left: askedLimit } }, schema, new Set())
