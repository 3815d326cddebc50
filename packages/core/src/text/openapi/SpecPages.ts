/** The pages of a specification: its introduction, one page for each tag, and one for its schemas. */
import { escapeInline } from "../markdown/Heading.js"
import { slug as slugOf, unique } from "../markdown/Slug.js"
import { isObject, type Json, type JsonObject } from "./Json.js"
import { cutReference, pointedTo } from "./References.js"

/** One page. */
export interface SpecPage {
  readonly slug: string
  readonly title: string
  readonly description?: string
  readonly markdown: string
  /** The part of the specification that it covers. */
  readonly part: "operations" | "models"
}

/** All pages; `introduction` is the specification's own description. */
export interface SpecPages {
  readonly introduction: string
  readonly pages: ReadonlyArray<SpecPage>
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

interface Operation {
  readonly heading: string
  readonly block: string
}

const text = (value: Json | undefined): string => (typeof value === "string" ? value.trim() : "")

const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

const list = (value: Json | undefined): ReadonlyArray<Json> => (Array.isArray(value) ? value : [])

/** An argument of a block tag, which must be on one line. */
const argument = (name: string, value: string): string =>
  `${name}="${value.replaceAll(/\s+/g, " ").replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`

const block = (name: string, ...values: ReadonlyArray<string>): string =>
  `{% ${[name, ...values].join(" ")} %}\n{% end${name} %}`

/** A path item, or the one that it refers to. */
const pathItem = (document: JsonObject, value: Json | undefined): JsonObject => {
  let current = object(value)
  for (let hops = 0; typeof current.$ref === "string" && hops < 10; hops++) {
    current = object(pointedTo(document, cutReference(current.$ref).fragment))
  }
  return current
}

/** The tags of an operation, each once; an operation without any has the empty one. */
export const tagsOf = (operation: JsonObject): ReadonlyArray<string> => {
  const tags = new Set(list(operation.tags).map(text))
  return tags.size === 0 ? [""] : [...tags]
}

/** The operations by tag, with declared tags first; operations without a tag are under the empty one. */
const operationsByTag = (document: JsonObject, slug: string): ReadonlyMap<string, ReadonlyArray<Operation>> => {
  const found = new Map<string, Array<Operation>>()
  for (const tag of list(document.tags)) {
    const name = text(object(tag).name)
    if (name !== "") found.set(name, [])
  }
  const spec = argument("spec", slug)
  const collect = (kind: "paths" | "webhooks"): void => {
    for (const [path, value] of Object.entries(object(document[kind]))) {
      if (path.startsWith("x-")) continue
      const item = pathItem(document, value)
      for (const method of methods) {
        const operation = item[method]
        if (!isObject(operation)) continue
        const heading = text(operation.summary) || text(operation.operationId) || `${method.toUpperCase()} ${path}`
        const where = argument(kind === "paths" ? "path" : "name", path)
        const name = kind === "paths" ? "openapi-operation" : "openapi-webhook"
        for (const tag of tagsOf(operation)) {
          const operations = found.get(tag) ?? []
          operations.push({ heading, block: block(name, spec, where, argument("method", method)) })
          found.set(tag, operations)
        }
      }
    }
  }
  collect("paths")
  collect("webhooks")
  return found
}

const join = (parts: ReadonlyArray<string>): string => `${parts.filter((part) => part !== "").join("\n\n")}\n`

/** The longest description of a page, in characters. */
const maxDescription = 1024

/**
 * The description of a page and the text that follows it. The first paragraph of a longer text is the description, unless
 * it has markup, which a description cannot have.
 */
const parted = (text: string): readonly [description: string, rest: string] => {
  const [first = ""] = text.split(/\n\s*\n/, 1)
  const isPlain = first.length <= maxDescription && !/[\\`*_<&[\]|#~]|^\s*(?:[-+>]|\d+[.)])\s/m.test(first)
  return isPlain ? [first.replaceAll(/\s+/g, " ").trim().toWellFormed(), text.slice(first.length).trim()] : ["", text]
}

/** The pages of a specification with this slug; the pages of its schemas only with `models`. */
export const specPages = (document: JsonObject, slug: string, models: boolean): SpecPages => {
  const taken = new Set<string>()
  const pages: Array<SpecPage> = []
  const add = (title: string, description: string, part: SpecPage["part"], body: ReadonlyArray<string>): void => {
    const own = unique(slugOf(title), taken)
    taken.add(own)
    const [first, rest] = parted(description)
    const markdown = join([`# ${escapeInline(title)}`, rest, ...body])
    pages.push({ slug: own, title, part, markdown, ...(first !== "" && { description: first }) })
  }
  const described = new Map(list(document.tags).map((tag) => [text(object(tag).name), object(tag)]))
  const operations = operationsByTag(document, slug)
  for (const [tag, found] of operations) {
    if (found.length === 0) continue
    const { description, "x-displayName": shown } = described.get(tag) ?? {}
    const title = text(shown) || tag || (operations.size === 1 ? "Operations" : "Other")
    const body = found.flatMap(({ block, heading }) => [`## ${escapeInline(heading)}`, block])
    add(title.replaceAll(/\s+/g, " ").slice(0, 256).toWellFormed(), text(description), "operations", body)
  }
  const schemas = Object.keys(object(object(document.components).schemas ?? document.definitions))
  if (models && schemas.length > 0) {
    const show = (name: string) =>
      block("openapi-schemas", argument("spec", slug), argument("schemas", name), 'grouped="false"')
    add(
      "Models",
      "",
      "models",
      schemas.flatMap((name) => [`## ${escapeInline(name)}`, show(name)])
    )
  }
  return { introduction: text(object(document.info).description), pages }
}
