/** The API reference as one static page: no script, nothing loaded from elsewhere. */

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)
const object = (value: unknown): Json => (isObject(value) ? value : {})
const array = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const string = (value: unknown): string => (typeof value === "string" ? value : "")

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Text with `code` in backticks. */
const prose = (text: unknown): string => escape(string(text)).replace(/`([^`]+)`/g, "<code>$1</code>")
const paragraph = (text: unknown): string => (string(text) === "" ? "" : `<p>${prose(text)}</p>`)

const nameOf = (reference: unknown): string => string(reference).split("/").at(-1) ?? ""
const anchor = (name: string): string => `<a href="#schema-${escape(name)}">${escape(name)}</a>`

/** A type in one line. */
const typeOf = (schema: unknown): string => {
  const { $ref, allOf, anyOf, const: constant, enum: values, items, oneOf, properties, type } = object(schema)
  if ($ref !== undefined) return anchor(nameOf($ref))
  const union = array(anyOf ?? oneOf)
  if (union.length > 0) return union.map(typeOf).join(" | ")
  if (array(allOf).length > 0) return array(allOf).map(typeOf).join(" &amp; ")
  if (Array.isArray(values)) return values.map((value) => `<code>${escape(JSON.stringify(value))}</code>`).join(" | ")
  if (constant !== undefined) return `<code>${escape(JSON.stringify(constant))}</code>`
  if (type === "array") return `array of ${typeOf(items)}`
  if (type === "object" && properties !== undefined && Object.keys(object(properties)).length > 0) {
    return `object ${rows(fieldsOf(object(schema)))}`
  }
  return escape(string(type) || "any")
}

const limits: ReadonlyArray<readonly [string, string]> = [
  ["minLength", "at least %s characters"],
  ["maxLength", "at most %s characters"],
  ["minimum", "from %s"],
  ["maximum", "to %s"],
  ["minItems", "at least %s items"],
  ["maxItems", "at most %s items"],
  ["pattern", "pattern %s"],
  ["format", "%s"]
]
const limitsOf = (schema: unknown): string =>
  limits
    .filter(([key]) => object(schema)[key] !== undefined)
    .map(([key, text]) => text.replace("%s", () => String(object(schema)[key])))
    .join(", ")

interface Field {
  readonly name: string
  readonly where?: string
  readonly required: boolean
  readonly schema: unknown
  readonly description?: unknown
}

const fieldsOf = (schema: Json): ReadonlyArray<Field> => {
  const required = array(schema.required)
  return Object.entries(object(schema.properties)).map(([name, property]) => ({
    name,
    required: required.includes(name),
    schema: property,
    description: object(property).description
  }))
}

const rows = (fields: ReadonlyArray<Field>): string => {
  const body = fields.map(({ description, name, required, schema, where }) => {
    const notes = [where, required ? "required" : undefined, limitsOf(schema)].filter(Boolean).join(", ")
    return `<tr><td><code>${escape(name)}</code></td><td>${typeOf(schema)} <small>${escape(notes)}</small>${paragraph(description)}</td></tr>`
  })
  return fields.length === 0 ? "" : `<table>${body.join("")}</table>`
}

const contentOf = (body: unknown): unknown => object(object(object(body).content)["application/json"]).schema

const parametersOf = (operation: Json): ReadonlyArray<Field> =>
  array(operation.parameters).map((parameter) => {
    const { description, in: where, name, required, schema } = object(parameter)
    return { name: string(name), where: string(where), required: required === true, schema, description }
  })

/** A value of about the right shape, for the body of the curl line. */
const sample = (schema: unknown, schemas: Json, depth = 0): unknown => {
  const { $ref, anyOf, enum: values, items, properties, required, type } = object(schema)
  if ($ref !== undefined) return sample(schemas[nameOf($ref)], schemas, depth)
  if (Array.isArray(values)) return values[0]
  if (Array.isArray(anyOf)) return sample(anyOf[0], schemas, depth)
  if (type === "array") return depth > 3 ? [] : [sample(items, schemas, depth + 1)]
  if (type === "object") {
    const names = array(required).map(String)
    const chosen = names.length > 0 ? names : Object.keys(object(properties)).slice(0, 1)
    return Object.fromEntries(chosen.map((name) => [name, sample(object(properties)[name], schemas, depth + 1)]))
  }
  return type === "boolean" ? true : type === "number" || type === "integer" ? 1 : "text"
}

const curl = (path: string, method: string, operation: Json, schemas: Json): string => {
  const needed = parametersOf(operation).filter(({ required, where }) => required && where === "query")
  const search = needed.length === 0 ? "" : `?${needed.map(({ name }) => `${name}=text`).join("&")}`
  const body = contentOf(operation.requestBody)
  const parts = [
    "curl",
    ...(method === "get" ? [] : ["-X", method.toUpperCase()]),
    `-H "Authorization: Bearer $LECTERN_TOKEN"`,
    ...(body === undefined
      ? []
      : [`-H "Content-Type: application/json" -d '${JSON.stringify(sample(body, schemas)).replaceAll("'", "'\\''")}'`]),
    `"$LECTERN_URL${path.replace(/\{(\w+)\}/g, "$$$1")}${search}"`
  ]
  return `<pre>${escape(parts.join(" "))}</pre>`
}

const responsesOf = (operation: Json, responses: Json): string => {
  const items = Object.entries(object(operation.responses)).map(([status, given]) => {
    const response = isObject(given) && given.$ref !== undefined ? responses[nameOf(given.$ref)] : given
    const schema = contentOf(response)
    const shape = schema === undefined || !status.startsWith("2") ? "" : ` ${typeOf(schema)}`
    const { description } = object(response)
    const said = description === nameOf(object(schema).$ref) ? "" : prose(description)
    return `<tr><td><code>${escape(status)}</code></td><td>${said}${shape}</td></tr>`
  })
  return `<table>${items.join("")}</table>`
}

interface Operation {
  readonly path: string
  readonly method: string
  readonly operation: Json
}

const operationsOf = (document: Json): ReadonlyArray<Operation> =>
  Object.entries(object(document.paths)).flatMap(([path, methods]) =>
    Object.entries(object(methods)).map(([method, operation]) => ({ path, method, operation: object(operation) }))
  )

const section = ({ method, operation, path }: Operation, schemas: Json, responses: Json): string => {
  const id = escape(string(operation.operationId))
  const body = contentOf(operation.requestBody)
  const parameters = parametersOf(operation)
  return [
    `<article id="${id}"><h3>${prose(operation.summary)}</h3>`,
    `<p><b class="${escape(method)}">${escape(method.toUpperCase())}</b> <code>${escape(path)}</code> <small>${id}</small></p>`,
    paragraph(operation.description),
    parameters.length === 0 ? "" : `<h4>Parameters</h4>${rows(parameters)}`,
    body === undefined ? "" : `<h4>Body</h4><p>${typeOf(body)}</p>`,
    `<h4>Answers</h4>${responsesOf(operation, responses)}`,
    `<h4>Example</h4>${curl(path, method, operation, schemas)}</article>`
  ].join("")
}

const schemaSection = ([name, schema]: readonly [string, unknown]): string => {
  const fields = fieldsOf(object(schema))
  const shape = fields.length > 0 ? rows(fields) : `<p>${typeOf(schema)}</p>`
  return `<article id="schema-${escape(name)}"><h3>${escape(name)}</h3>${paragraph(object(schema).description)}${shape}</article>`
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;display:grid;grid-template-columns:17rem minmax(0,60rem);gap:2rem}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;box-sizing:border-box;border-right:1px solid #8884;font-size:.85rem}nav ul{list-style:none;padding:0 0 0 .5rem;margin:0}
main{padding:1rem}article{border-top:1px solid #8884;padding:.5rem 0 1.5rem}h4{margin:1rem 0 .25rem}p{margin:.25rem 0}a{color:inherit}
table{border-collapse:collapse;width:100%}td{border-top:1px solid #8883;padding:.3rem .6rem .3rem 0;vertical-align:top}td:first-child{width:11rem;overflow-wrap:anywhere}
code,pre{font:.85em ui-monospace,monospace}pre{padding:.75rem;overflow:auto;background:#8882;border-radius:.4rem}small{opacity:.7}b{color:#07c}b.delete{color:#c33}b.post{color:#290}b.patch{color:#b60}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto;border:0}}`

/** The page for an OpenAPI document. */
export const page = (source: object): string => {
  const document = object(source)
  const info = object(document.info)
  const schemas = object(object(document.components).schemas)
  const responses = object(object(document.components).responses)
  const operations = operationsOf(document)
  const groups = array(document.tags).map((tag) => {
    const name = string(object(tag).name)
    return {
      tag: object(tag),
      name,
      members: operations.filter(({ operation }) => array(operation.tags).includes(name))
    }
  })
  const links = groups.map(({ members, name }) => {
    const items = members.map(
      ({ operation }) => `<li><a href="#${escape(string(operation.operationId))}">${prose(operation.summary)}</a></li>`
    )
    return `<p><strong>${escape(name)}</strong></p><ul>${items.join("")}</ul>`
  })
  const sections = groups.map(
    ({ members, name, tag }) =>
      `<h2>${escape(name)}</h2>${paragraph(tag.description)}${members.map((member) => section(member, schemas, responses)).join("")}`
  )
  const title = `${escape(string(info.title))} API ${escape(string(info.version))}`
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>`,
    `<meta name="viewport" content="width=device-width"><style>${style}</style></head><body>`,
    `<nav><p><strong>${title}</strong></p>${links.join("")}<p><a href="#schemas">Schemas</a></p></nav>`,
    `<main><h1>${title}</h1>${paragraph(info.description)}<p>The examples take the address of the server from <code>LECTERN_URL</code> and a token from <code>LECTERN_TOKEN</code>. For programs: <a href="/openapi.json">openapi.json</a>.</p>`,
    `${sections.join("")}<h2 id="schemas">Schemas</h2>${Object.entries(schemas).map(schemaSection).join("")}</main></body></html>`
  ].join("\n")
}
