/** Operations of the document in HTML. */
import { array, isObject, type Json, nameOf, object, string } from "../document/Json.js"
import { escape, paragraph, prose } from "./Html.js"
import { type Field, fields, typeOf } from "./Shapes.js"

/** An operation with its method and path. */
export interface Operation {
  readonly path: string
  readonly method: string
  readonly operation: Json
}

/** All operations of a document, in its order. */
export const operationsOf = (document: Json): ReadonlyArray<Operation> =>
  Object.entries(object(document.paths)).flatMap(([path, methods]) =>
    Object.entries(object(methods)).map(([method, operation]) => ({ path, method, operation: object(operation) }))
  )

/** The method, in its own colour. */
export const methodOf = (method: string): string => {
  const name = escape(method)
  return `<b class="m ${name}">${name.toUpperCase()}</b>`
}

const mediaOf = (body: unknown): Json => object(Object.values(object(object(body).content))[0])

const parametersOf = (operation: Json): ReadonlyArray<Field> =>
  array(operation.parameters).map((parameter) => {
    const { description, in: where, name, required, schema } = object(parameter)
    return {
      name: string(name),
      where: `in the ${string(where)}`,
      required: required === true,
      schema,
      description: string(description)
    }
  })

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A curl command for the example, with ids in the path as shell variables. */
const curl = ({ method, operation, path }: Operation): string => {
  const needed = array(operation.parameters).flatMap((parameter) => {
    const { example, in: where, name, required } = object(parameter)
    return where === "query" && required === true ? [`${string(name)}=${encodeURIComponent(String(example))}`] : []
  })
  const search = needed.length === 0 ? "" : `?${needed.join("&")}`
  const { requestBody } = operation
  const [type] = Object.keys(object(object(requestBody).content))
  const { example } = mediaOf(requestBody)
  const body = type === "application/json" ? ["-d", quoted(JSON.stringify(example ?? {}))] : ["--data-binary", "@FILE"]
  const parts = [
    "curl",
    ...(method === "get" ? [] : ["-X", method.toUpperCase()]),
    `-H "Authorization: Bearer $LECTERN_TOKEN"`,
    ...(type === undefined ? [] : [`-H "Content-Type: ${type}"`, ...body]),
    `"$LECTERN_URL${path.replace(/\{(\w+)\}/g, "$$$1")}${search}"`
  ]
  return `<pre>${escape(parts.join(" "))}</pre>`
}

const answers = (operation: Json, responses: Json, schemas: string): string => {
  const all = Object.entries(object(operation.responses)).map(([status, given]) => {
    const response = isObject(given) && given.$ref !== undefined ? responses[nameOf(given.$ref)] : given
    return { status, succeeds: status.startsWith("2"), description: string(object(response).description), response }
  })
  const successes = all.filter(({ succeeds }) => succeeds)
  const failures = all.filter(({ succeeds }) => !succeeds)
  const shown = successes.map(({ description, response, status }) => {
    const { example, schema } = mediaOf(response)
    const shape = schema === undefined ? "" : ` ${typeOf(schema, schemas)}`
    const text = escape(JSON.stringify(example, null, 2) ?? "")
    const sample = text === "" ? "" : `<details><summary>Example</summary><pre>${text}</pre></details>`
    return `<dt><code>${escape(status)}</code>${shape}</dt><dd>${prose(description)}${sample}</dd>`
  })
  const refused = failures.map(
    ({ description, status }) => `<dt><code>${escape(status)}</code></dt><dd>${prose(description)}</dd>`
  )
  const statuses = failures.map(({ status }) => escape(status)).join(", ")
  return [
    `<dl>${shown.join("")}</dl>`,
    refused.length === 0
      ? ""
      : `<details><summary>Failures: ${statuses}</summary><dl>${refused.join("")}</dl></details>`
  ].join("")
}

/** The full documentation of an operation. */
export const operationArticle = (one: Operation, responses: Json, schemas: string): string => {
  const { method, operation, path } = one
  const id = escape(string(operation.operationId))
  const { schema: body } = mediaOf(operation.requestBody)
  const parameters = parametersOf(operation)
  return [
    `<article id="${id}"><h2>${prose(string(operation.summary))}</h2>`,
    `<p>${methodOf(method)} <code>${escape(path)}</code></p><p><small>${id}</small></p>`,
    paragraph(string(operation.description)),
    parameters.length === 0 ? "" : `<h3>Parameters</h3>${fields(parameters, schemas)}`,
    body === undefined ? "" : `<h3>Body</h3><p>${typeOf(body, schemas)}</p>`,
    `<h3>Answers</h3>${answers(operation, responses, schemas)}<h3>Request</h3>${curl(one)}</article>`
  ].join("")
}
