/** The API reference as pages: an index, one page for each group of operations, and one with all schemas. */
import { array, type Json, object, string } from "../document/Json.js"
import { escape, html, paragraph, prose } from "./Html.js"
import { methodOf, type Operation, operationArticle, operationsOf } from "./Operations.js"
import { schemaArticle } from "./Shapes.js"

interface Group {
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly members: ReadonlyArray<Operation>
}

/** The last segment of the URL of a group's page. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")

const groupsOf = (document: Json): ReadonlyArray<Group> => {
  const operations = operationsOf(document)
  return array(document.tags).map((tag) => {
    const name = string(object(tag).name)
    const members = operations.filter(({ operation }) => array(operation.tags).includes(name))
    return { name, slug: slugOf(name), description: string(object(tag).description), members }
  })
}

const schemasPage = "schemas"

const headerOf = (title: string, up: string, hasList: boolean): string =>
  [
    `<strong><a href="${up}docs">${escape(title)}</a></strong>`,
    ...(hasList ? ['<a class="jump" href="#list">All pages</a>'] : []),
    `<a href="${up}docs/${schemasPage}">Schemas</a><a href="${up}openapi.json">openapi.json</a>`
  ].join(" ")

const linksOf = (members: ReadonlyArray<Operation>, page: string): string =>
  members
    .map(({ method, operation }) => {
      const id = escape(string(operation.operationId))
      return `<li>${methodOf(method)} <a href="${page}#${id}">${prose(string(operation.summary))}</a></li>`
    })
    .join("")

const navOf = (groups: ReadonlyArray<Group>, current: string): string => {
  const item = (slug: string, name: string) =>
    `<li><a href="${slug}"${slug === current ? ' aria-current="page"' : ""}>${escape(name)}</a></li>`
  return `<ul>${groups.map(({ name, slug }) => item(slug, name)).join("")}${item(schemasPage, "Schemas")}</ul>`
}

/** The pages of a document by their path below `/docs`, which is empty for the index. */
export const pages = (source: object): ReadonlyMap<string, string> => {
  const document = object(source)
  const info = object(document.info)
  const { responses, schemas } = object(document.components)
  const groups = groupsOf(document)
  const title = `${string(info.title)} API ${string(info.version)}`
  const below = (name: string, slug: string, main: string): readonly [string, string] => [
    slug,
    html({
      title: `${name} - ${title}`,
      up: "../",
      header: headerOf(title, "../", true),
      main,
      nav: navOf(groups, slug)
    })
  ]
  const overview = groups.map(({ description, members, name, slug }) => {
    const link = `<h2><a href="docs/${slug}">${escape(name)}</a></h2>`
    const list = `<details><summary>${members.length} operation${members.length === 1 ? "" : "s"}</summary><ul class="list">${linksOf(members, `docs/${slug}`)}</ul></details>`
    return `<article>${link}${paragraph(description)}${list}</article>`
  })
  const index = html({
    title,
    up: "",
    header: headerOf(title, "", false),
    main: [
      `<h1>${escape(title)}</h1>${paragraph(string(info.description))}`,
      "<p>The requests in the reference take the address of the server from <code>LECTERN_URL</code> and a token from <code>LECTERN_TOKEN</code>.",
      ` All shapes are on the page of <a href="docs/${schemasPage}">schemas</a>; programs read <a href="openapi.json">openapi.json</a>.</p>`,
      `<div class="groups">${overview.join("")}</div>`
    ].join("")
  })
  const all = Object.entries(object(schemas))
  return new Map([
    ["", index],
    ...groups.map(({ description, members, name, slug }) =>
      below(
        name,
        slug,
        [
          `<h1>${escape(name)}</h1>${paragraph(description)}<ul class="list">${linksOf(members, "")}</ul>`,
          ...members.map((member) => operationArticle(member, object(responses), schemasPage))
        ].join("")
      )
    ),
    below(
      "Schemas",
      schemasPage,
      `<h1>Schemas</h1><p>Every shape that a request or an answer can have.</p>${all.map(([name, schema]) => schemaArticle(name, schema)).join("")}`
    )
  ])
}
