/** The pages of an API reference: a start, one for each tag and each operation, and one for each schema. */

import {
  type OutlineEntry,
  outlineFrom,
  type SiteOutline
} from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import { escapeInline } from "@lectern/core/internal/text/markdown/Heading"
import { slug } from "@lectern/core/internal/text/markdown/Slug"
import { isObject, type JsonObject } from "@lectern/core/internal/text/openapi/Json"
import { listIn, objectIn, textIn } from "@lectern/core/internal/text/openapi/NamedSpecs"
import { tagsOf } from "@lectern/core/internal/text/openapi/SpecPages"
import type { PdfBlocks } from "@lectern/core/pdf/PdfDocument"
import { blocksText } from "../content/BlockText.js"
import { escape } from "../html/Html.js"

/** The slug that the texts of the pages name the specification by. */
export const specSlug = "api"

/** The subject of a page. The page of a tag, and that of the schemas, is only a list of the pages below. */
type About =
  | { readonly kind: "start" | "list" }
  | { readonly kind: "operation"; readonly path: string; readonly method: string; readonly operation: JsonObject }
  | { readonly kind: "schema"; readonly name: string; readonly schema: JsonObject }

/** A page of the reference. */
export interface ReferencePage {
  readonly entry: OutlineEntry
  readonly about: About
}

/** The pages of a reference, in reading order, and their outline. */
export interface ReferenceOutline {
  readonly title: string
  readonly introduction: string
  readonly outline: SiteOutline
  readonly pages: ReadonlyMap<string, ReferencePage>
}

/** The id of the page that lists all schemas. */
const schemasId = "schemas"

/** A text without the backticks of code. */
const plain = (text: string): string => text.replaceAll("`", "")

const usualLayout = {
  width: "default",
  cover: true,
  coverSize: "hero",
  title: true,
  // The description is the beginning of the part of the specification that a page shows.
  description: false,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true
} as const

const entryOf = (
  id: string,
  parent: string,
  title: string,
  description: string,
  more: Pick<OutlineEntry, "icon" | "page"> = {}
): OutlineEntry => ({
  id,
  parent,
  path: id,
  type: "document",
  title: plain(title),
  updatedAt: "",
  isHidden: false,
  isListed: true,
  ...(description !== "" && { description: plain(description) }),
  ...more
})

/** The pages of an OpenAPI document whose operations have an id and a tag. */
export const referenceOutline = (document: JsonObject): ReferenceOutline => {
  const { description, title, version } = objectIn(document.info)
  const byTag = new Map<string, Array<Extract<About, { kind: "operation" }>>>()
  for (const [path, methods] of Object.entries(objectIn(document.paths))) {
    for (const [method, operation] of Object.entries(objectIn(methods))) {
      if (!isObject(operation)) continue
      const about = { kind: "operation", path, method, operation } as const
      for (const tag of tagsOf(operation)) byTag.set(tag, [...(byTag.get(tag) ?? []), about])
    }
  }
  const made: Array<ReferencePage> = [{ entry: entryOf("start", "", "Introduction", ""), about: { kind: "start" } }]
  for (const tag of listIn(document.tags).map(objectIn)) {
    const name = textIn(tag.name)
    const id = slug(name)
    made.push({ entry: entryOf(id, "", name, textIn(tag.description)), about: { kind: "list" } })
    for (const about of byTag.get(name) ?? []) {
      const { operation } = about
      const own = `${id}/${textIn(operation.operationId)}`
      const more = { icon: about.method, page: { layout: usualLayout } }
      made.push({ entry: entryOf(own, id, textIn(operation.summary), textIn(operation.description), more), about })
    }
  }
  const all = "Every shape that a request or an answer can have."
  made.push({ entry: entryOf(schemasId, "", "Schemas", all), about: { kind: "list" } })
  const schemas = Object.entries(objectIn(objectIn(document.components).schemas))
  for (const [name, schema] of schemas.sort(([one], [other]) => (one < other ? -1 : 1))) {
    const found = objectIn(schema)
    const entry = entryOf(`${schemasId}/${name}`, schemasId, name, textIn(found.description), {
      page: { layout: usualLayout }
    })
    made.push({ entry, about: { kind: "schema", name, schema: found } })
  }
  const entries = made.map(({ entry }) => entry)
  return {
    title: `${textIn(title)} API ${textIn(version)}`,
    introduction: textIn(description),
    outline: outlineFrom(entries, { version: textIn(version), isConditional: false }),
    pages: new Map(made.map((page) => [page.entry.id, page]))
  }
}

/** A text of the specification in a cell of a table, which is HTML. */
const cell = (text: string): string => escape(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>")

const startText = ({ introduction, outline }: ReferenceOutline, json: string): string => {
  const cards = (outline.children.get("") ?? []).slice(1).map(({ description = "", id, title }) => {
    const count = outline.children.get(id)?.length ?? 0
    const counted = id === schemasId ? `${count} schemas` : count === 1 ? "1 operation" : `${count} operations`
    return `<tr><td>${cell(title)}</td><td>${cell(description)}</td><td>${counted}</td><td><a href="/pages/${id}">${cell(title)}</a></td></tr>`
  })
  return [
    introduction,
    `The requests on these pages are for this server. Replace \`YOUR_TOKEN\` with a token of yours, and the ids with those of your workspace. Programs read the same in [openapi.json](${json}).`,
    `<table data-view="cards"><thead><tr><th></th><th></th><th></th><th data-card-target data-type="content-ref"></th></tr></thead><tbody>${cards.join("")}</tbody></table>`
  ].join("\n\n")
}

const argument = (value: string): string => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`

/** The text of a page, with the tags that show its part of the specification; `json` is the URL of the document. */
export const referenceText = (reference: ReferenceOutline, { about }: ReferencePage, json: string): string => {
  switch (about.kind) {
    case "start":
      return startText(reference, json)
    case "list":
      return ""
    case "operation":
      return `{% openapi-operation spec="${specSlug}" path=${argument(about.path)} method="${about.method}" %}\n{% endopenapi-operation %}\n`
    case "schema":
      return `{% openapi-schemas spec="${specSlug}" schemas=${argument(about.name)} grouped="false" %}\n{% endopenapi-schemas %}\n`
  }
}

/** A page for programs, as markdown: the part of the specification that it shows, or links to the pages below. */
export const referenceMarkdown = (
  { introduction, outline }: ReferenceOutline,
  { about, entry }: ReferencePage,
  operations: ReadonlyArray<PdfBlocks | undefined>,
  hrefOf: (entry: OutlineEntry) => string
): string => {
  const listed = (about.kind === "start" ? outline.children.get("")?.slice(1) : outline.children.get(entry.id)) ?? []
  const links = listed.map((each) => {
    const said = each.description === undefined ? "" : `: ${each.description}`
    return `* [${escapeInline(each.title)}](${hrefOf(each)})${said}`
  })
  const parts = [
    `# ${escapeInline(entry.title)}`,
    about.kind === "start" ? introduction : about.kind === "list" ? (entry.description ?? "") : "",
    ...operations.map((blocks = []) => blocksText(blocks)),
    links.join("\n")
  ]
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`
}
