/** Operations of specifications as blocks: OpenAPI 3 and Swagger 2. */

import type { PdfBlock, PdfBlocks, PdfField, PdfInlines } from "../blocks/BlockDocument.js"
import { externalDocs, securityBlocks, serverBlocks } from "./AccessBlocks.js"
import { bodySample, languageOf } from "./BodyTexts.js"
import { isObject, type Json, type JsonObject, jsonText } from "./Json.js"
import { schemaNamed } from "./ModelPlaces.js"
import { listIn, objectIn, resolve, textIn } from "./NamedSpecs.js"
import { pointedTo } from "./References.js"
import { askedFields, fieldOf, isShown, type Showing, schemaFields, typeOf } from "./SchemaBlocks.js"
import { flagsOf } from "./SchemaFacts.js"
import type { Direction } from "./SchemaParts.js"
import { sampleOf } from "./SchemaSamples.js"
import { serversOf } from "./Servers.js"

/** The operation to show; `name` is the name of its path, or of its webhook. */
export interface OperationName {
  readonly kind: "paths" | "webhooks"
  readonly name: string
  readonly method: string
}

const none: ReadonlySet<JsonObject> = new Set()

/** The maximum number of examples shown for one body, and the maximum length of each, cut at the end of a line. */
const exampleLimit = 3
const exampleLength = 6_000

const plain = (text: string): PdfInlines => [{ type: "text", text }]
const code = (text: string): PdfInlines => [{ type: "text", text, marks: ["code"] }]
/** The title of a part of a response. */
const partTitle = (text: string): PdfBlock => ({
  type: "paragraph",
  children: [{ type: "text", text, marks: ["bold"] }]
})
const caption = (level: 1 | 2, children: PdfInlines): PdfBlock => ({ type: "caption", level, children })

/** A parameter or a header as a field; in Swagger 2, the parameter itself is the schema. */
const parameterField = (show: Showing, name: string, parameter: JsonObject): PdfField => {
  const [media] = Object.values(objectIn(parameter.content)).map(objectIn)
  const schema = parameter.schema ?? media?.schema ?? parameter
  const examples = [parameter, media ?? {}].flatMap(({ example, examples }) => [
    ...(example === undefined || example === objectIn(schema).example ? [] : [example]),
    ...Object.values(objectIn(examples)).flatMap((each) => resolve(show.document, each).value.value ?? [])
  ])
  return fieldOf(show, { name, schema, required: parameter.required === true, described: parameter, examples }, none)
}

const places = ["path", "query", "header", "cookie"] as const

const parameterBlocks = (show: Showing, parameters: ReadonlyArray<JsonObject>): PdfBlocks =>
  places.flatMap((place) => {
    const found = parameters.filter((parameter) => parameter.in === place)
    const fields = found.map((parameter) => parameterField(show, String(parameter.name ?? ""), parameter))
    return fields.length === 0 ? [] : [caption(1, plain(show.words[place])), { type: "fields", fields }]
  })

const exampleText = (text: string): string => {
  if (text.length <= exampleLength) return text
  const line = text.lastIndexOf("\n", exampleLength)
  return `${text.slice(0, line > exampleLength / 2 ? line : exampleLength).toWellFormed()}\n…`
}

/** The examples of a body: the given ones, or one generated from its schema. */
const exampleBlocks = ({ direction, document, words }: Showing, media: string, content: JsonObject): PdfBlocks => {
  const language = languageOf(media)
  const { example, examples, ...bare } = content
  const given = Object.entries(objectIn(examples)).flatMap(([name, stated]) => {
    const { summary, value } = resolve(document, stated).value
    return value === undefined ? [] : [{ title: textIn(summary) || name, content: { ...bare, example: value } }]
  })
  const only = example === undefined && language === undefined ? [] : [{ title: words.example, content }]
  return (given.length > 0 ? given.slice(0, exampleLimit) : only).flatMap(({ content, title }): PdfBlocks => {
    const sample = bodySample(document, media, content, { direction })
    if (sample === undefined) return []
    return [{ type: "code", text: exampleText(sample.text), title, ...(language !== undefined && { language }) }]
  })
}

/** What is to say of the schema of a body; one that was shown before is not described again. */
const wholeBlocks = (show: Showing, schema: Json | undefined): PdfBlocks =>
  schema === undefined || isShown(show, schema)
    ? schemaFields(show, schema, none)
    : fieldOf(show, { name: "", schema, required: false }, none).children

/** Bodies by media type, as they are sent in a direction; bodies with the same schema are shown once. */
const contentBlocks = (around: Showing, direction: Direction, content: JsonObject): PdfBlocks => {
  const show: Showing = { ...around, direction }
  const bySchema = new Map<string, { readonly media: Array<string>; readonly first: JsonObject }>()
  for (const [media, value] of Object.entries(content)) {
    const { schema } = objectIn(value)
    const key = jsonText(schema ?? null)
    const same = bySchema.get(key)
    if (same === undefined) bySchema.set(key, { media: [media], first: objectIn(value) })
    else same.media.push(media)
  }
  return [...bySchema.values()].flatMap(({ first, media }): PdfBlocks => {
    const names = media.flatMap(
      (name, index): PdfInlines => (index === 0 ? code(name) : [...plain(", "), ...code(name)])
    )
    const { schema } = first
    const kind = schema === undefined ? [] : [...plain(" · "), typeOf(show, schema)]
    return [
      { type: "paragraph", children: [...names, ...kind] },
      ...wholeBlocks(show, schema),
      ...exampleBlocks(show, media[0] ?? "", first)
    ]
  })
}

/** The content of a body or a response; content of Swagger 2 is converted to OpenAPI 3. */
export const contentOf = (body: JsonObject, media: Json | undefined): JsonObject => {
  if (isObject(body.content)) return body.content
  if (body.schema === undefined) return {}
  const [first = "application/json"] = listIn(media).map(String)
  const examples = objectIn(body.examples)
  const example = examples[first] ?? Object.values(examples)[0]
  return { [first]: { schema: body.schema, ...(example !== undefined && { example }) } }
}

/** The request body of an operation; in Swagger 2, it is among the parameters. */
export const bodyOf = (
  document: JsonObject,
  operation: JsonObject,
  parameters: ReadonlyArray<JsonObject>
): JsonObject | undefined => {
  if (operation.requestBody !== undefined) return resolve(document, operation.requestBody).value
  const consumes = operation.consumes ?? document.consumes
  const whole = parameters.find((parameter) => parameter.in === "body")
  if (whole !== undefined) return { ...whole, content: contentOf(whole, consumes) }
  const form = parameters.filter((parameter) => parameter.in === "formData")
  if (form.length === 0) return undefined
  const [media = "application/x-www-form-urlencoded"] = listIn(consumes).map(String)
  const properties = Object.fromEntries(form.map(({ in: _, name, required: __, ...schema }) => [String(name), schema]))
  const required = form.filter((parameter) => parameter.required === true).map(({ name }) => String(name))
  return { content: { [media]: { schema: { type: "object", properties, required } } } }
}

const responseBlocks = (show: Showing, operation: JsonObject): PdfBlocks => {
  const responses = Object.entries(objectIn(operation.responses)).filter(([status]) => !status.startsWith("x-"))
  if (responses.length === 0) return []
  return [
    caption(1, plain(show.words.responses)),
    ...responses.flatMap(([status, given]): PdfBlocks => {
      const { value } = resolve(show.document, given)
      const headers = Object.entries(objectIn(value.headers)).map(([name, header]) =>
        parameterField(show, name, resolve(show.document, header).value)
      )
      return [
        caption(2, code(status)),
        ...show.text(textIn(value.description)),
        ...(headers.length === 0
          ? []
          : ([partTitle(show.words.header), { type: "fields", fields: headers }] satisfies PdfBlocks)),
        ...contentBlocks(show, "response", contentOf(value, operation.produces ?? show.document.produces))
      ]
    })
  ]
}

const callbackBlocks = (show: Showing, operation: JsonObject): PdfBlocks => {
  const found = Object.entries(objectIn(operation.callbacks)).flatMap(([name, given]) =>
    Object.entries(resolve(show.document, given).value).flatMap(([address, item]) =>
      Object.entries(resolve(show.document, item).value).flatMap(([method, called]): PdfBlocks => {
        if (!isObject(called) || !methods.has(method)) return []
        const parameters = parametersOf(show.document, objectIn(resolve(show.document, item).value), called)
        const body = bodyOf(show.document, called, parameters)
        return [
          caption(2, plain(name)),
          { type: "endpoint", method: method.toUpperCase(), path: address },
          ...show.text(textIn(called.description) || textIn(called.summary)),
          ...parameterBlocks(show, parameters),
          ...(body === undefined ? [] : contentBlocks(show, "request", contentOf(body, undefined))),
          ...Object.entries(objectIn(called.responses)).flatMap(([status, given]): PdfBlocks => {
            const response = resolve(show.document, given).value
            return [
              { type: "paragraph", children: code(status) },
              ...show.text(textIn(response.description)),
              ...contentBlocks(show, "response", contentOf(response, undefined))
            ]
          })
        ]
      })
    )
  )
  return found.length === 0 ? [] : [caption(1, plain(show.words.callbacks)), ...found]
}

const methods: ReadonlySet<string> = new Set("get put post delete options head patch trace query".split(" "))

/** The parameters of an operation, and the parameters of its path that it does not override. */
export const parametersOf = (
  document: JsonObject,
  item: JsonObject,
  operation: JsonObject
): ReadonlyArray<JsonObject> => {
  const found = new Map<string, JsonObject>()
  for (const given of [...listIn(item.parameters), ...listIn(operation.parameters)]) {
    const { value } = resolve(document, given)
    found.set(`${String(value.in)} ${String(value.name)}`, value)
  }
  return [...found.values()]
}

/** An operation and its path; `undefined` if there is none. */
export const operationIn = (
  document: JsonObject,
  { kind, method, name }: OperationName
): { readonly item: JsonObject; readonly operation: JsonObject } | undefined => {
  const paths = objectIn(document[kind])
  const item = Object.hasOwn(paths, name) ? resolve(document, paths[name]).value : {}
  const operation = methods.has(method.toLowerCase()) ? item[method.toLowerCase()] : undefined
  return isObject(operation) ? { item, operation } : undefined
}

/** An operation as blocks, with its summary as a caption if `titled`; `undefined` if there is none. */
export const operationBlocks = (show: Showing, asked: OperationName, titled: boolean): PdfBlocks | undefined => {
  const { document } = show
  const found = operationIn(document, asked)
  if (found === undefined) return undefined
  const { item, operation } = found
  const servers = serversOf(document, item, operation)
  const server = asked.kind === "paths" ? servers[0].url : ""
  const parameters = parametersOf(document, item, operation)
  const body = bodyOf(document, operation, parameters)
  const summary = textIn(operation.summary) || textIn(operation.operationId)
  return [
    ...(titled && summary !== "" ? [caption(1, plain(summary))] : []),
    {
      type: "endpoint",
      method: asked.method.toUpperCase(),
      path: asked.name,
      ...(server !== "" && { server }),
      ...(operation.deprecated === true && { deprecated: true })
    },
    ...show.text(textIn(operation.description) || (titled ? "" : textIn(item.description))),
    ...externalDocs(operation),
    ...(asked.kind === "paths" ? serverBlocks(show, servers) : []),
    ...securityBlocks(show, operation),
    ...parameterBlocks(show, parameters),
    ...(body === undefined
      ? []
      : [
          caption(1, [
            ...plain(show.words.body),
            ...(body.required === true ? plain(` (${show.words.required})`) : [])
          ]),
          ...show.text(textIn(body.description)),
          ...contentBlocks(show, "request", contentOf(body, undefined))
        ]),
    ...responseBlocks(show, operation),
    ...callbackBlocks(show, operation)
  ]
}

/** A named schema of the specification, as blocks; `undefined` if there is none. */
export const schemaBlocks = (show: Showing, name: string): PdfBlocks | undefined => {
  const { document, words } = show
  const schema = schemaNamed(document, name)
  if (schema === undefined) return undefined
  const sample = sampleOf(document, schema)
  const { children } = fieldOf(show, { name, schema, required: false }, none)
  const flags = flagsOf(words, resolve(document, schema).value, false).map((flag) => ` · ${flag}`)
  return [
    { type: "paragraph", children: [typeOf(show, schema), ...flags.flatMap(plain)] },
    ...children,
    ...(sample === undefined || !isObject(sample)
      ? []
      : ([
          { type: "code", text: exampleText(jsonText(sample, "  ")), title: words.example, language: "json" }
        ] satisfies PdfBlocks))
  ]
}

/** The fields of the schema at a JSON pointer, as they are sent in a direction; `undefined` if there is none. */
export const fieldsAt = (show: Showing, pointer: string, direction: Direction | undefined): PdfBlocks | undefined => {
  const schema = pointedTo(show.document, pointer)
  return isObject(schema) ? askedFields({ ...show, ...(direction !== undefined && { direction }) }, schema) : undefined
}
