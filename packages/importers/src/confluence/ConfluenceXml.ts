/** Plans the import of a Confluence XML export: `entities.xml`, and attachments stored without their names. */

import type { Invalid } from "@lectern/core/errors/Errors"
import { compareNames, decodePath } from "@lectern/core/internal/content/git-layout/Paths"
import type { Resolve } from "@lectern/core/internal/content/git-layout/Resolver"
import { giveWay } from "@lectern/core/internal/foundation/scheduling/Turns"
import * as Effect from "effect/Effect"
import type { Archive } from "../archive/Archive.js"
import type { Plan, PlannedPage } from "../archive/Landing.js"
import { keyOf } from "../archive/Links.js"
import type { Report } from "../archive/Report.js"
import type { PageText } from "../markdown/MarkdownText.js"
import { compute, unreadable } from "../Source.js"
import { storageTask } from "../Tasks.js"
import { type Entity, readEntities } from "./Entities.js"
import { referenceKey, type StorageReference } from "./StoragePage.js"

/** The file that contains everything except attachments. */
export const entitiesPath = "entities.xml"

const types = new Set(["Page", "BlogPost", "BodyContent", "Attachment", "Space", "ConfluenceUserImpl"])

/** How deep pages may nest. */
const depthLimit = 60

const isCurrent = ({ properties, references }: Entity): boolean =>
  (properties.get("contentStatus") ?? "current") === "current" &&
  !references.has("originalVersion") &&
  (properties.get("originalVersion") ?? "") === ""

const titleOf = ({ properties }: Entity): string => properties.get("title") || "Untitled"

const byPosition = (left: Entity, right: Entity): number => {
  const position = ({ properties }: Entity): number => {
    const stated = properties.get("position")
    return stated === undefined || stated === "" ? Number.POSITIVE_INFINITY : Number(stated)
  }
  const [before, after] = [position(left), position(right)]
  return before === after ? compareNames(titleOf(left), titleOf(right)) : before < after ? -1 : 1
}

/** Plans the import of an XML export. The paths of pages are their ids. */
export const confluenceXmlPlan = (archive: Archive, report: Report): Effect.Effect<Plan, Invalid> =>
  Effect.gen(function* () {
    const xml = archive.bytes(entitiesPath)
    if (xml === undefined) return yield* unreadable(`${entitiesPath} cannot be read`)
    const pages = new Map<string, Entity>()
    const bodies = new Map<string, string>()
    const attachments = new Map<string, string>()
    const names = new Map<string, string>()
    const homes = new Set<string>()
    const spaces = new Map<string, string>()
    /** The names of users, by their keys and account ids. */
    const users = new Map<string, string>()
    for (const entity of readEntities(new TextDecoder().decode(xml), types)) {
      yield* giveWay
      const { type, id, properties, references } = entity
      if (type === "BodyContent") bodies.set(references.get("content") ?? "", properties.get("body") ?? "")
      else if (type === "Space") {
        homes.add(references.get("homePage") ?? "")
        spaces.set(id, properties.get("key") ?? "")
      } else if (type === "ConfluenceUserImpl") {
        const name = properties.get("fullName") || properties.get("name") || properties.get("lowerName") || ""
        const ids = [id, properties.get("atlassianAccountId") ?? ""]
        for (const each of ids) if (each !== "" && name !== "" && !ids.includes(name)) users.set(each, name)
      } else if (!isCurrent(entity)) continue
      else if (type === "Attachment") {
        const owner = references.get("containerContent") ?? references.get("content") ?? ""
        const name = properties.get("title") ?? properties.get("fileName") ?? ""
        const version = properties.get("version") ?? properties.get("attachmentVersion") ?? "1"
        const path = [`attachments/${owner}/${id}/${version}`, `attachments/${owner}/${id}/1`].find((each) =>
          archive.paths.has(each)
        )
        if (path === undefined) continue
        attachments.set(`${owner}/${name}`, path)
        names.set(path, name)
      } else pages.set(id, entity)
    }
    const spaceOf = ({ references }: Entity): string => spaces.get(references.get("space") ?? "") ?? ""
    const byTitle = new Map<string, string>()
    for (const [id, page] of pages) {
      byTitle.set(`${spaceOf(page)}/${titleOf(page)}`, id)
      if (!byTitle.has(titleOf(page))) byTitle.set(titleOf(page), id)
    }
    const find = (title: string, space: string): string | undefined =>
      byTitle.get(`${space}/${title}`) ?? byTitle.get(title)

    /** The target of a reference on a page. */
    const target = (id: string, { kind, name, within }: StorageReference): string | undefined => {
      if (kind === "user") return users.get(name)
      const own = spaceOf(pages.get(id)!)
      const title = kind === "page" ? name : within
      const isOwn = title === undefined || (kind === "page" && title === "")
      const page = isOwn ? id : find(title, kind === "page" ? (within ?? own) : own)
      const path = kind === "page" ? page : attachments.get(`${page}/${name}`)
      return path === undefined ? undefined : keyOf(path)
    }
    const read: Plan["read"] = Effect.fnUntraced(function* (id) {
      const page = pages.get(id)
      if (page === undefined) return undefined
      const source = { storage: bodies.get(id) ?? "", address: keyOf(id) }
      const first = yield* compute(storageTask, { ...source, known: new Map() })
      const known = new Map<string, string>()
      for (const reference of first.references) {
        const to = target(id, reference)
        if (to !== undefined) known.set(referenceKey(reference), to)
      }
      const { lost, markdown } = known.size === 0 ? first : yield* compute(storageTask, { ...source, known })
      const text: PageText = {
        title: titleOf(page),
        markdown,
        problems: lost.map((what) => `"${titleOf(page)}": ${what}`)
      }
      return text
    })

    const children = new Map<string, Array<Entity>>()
    for (const page of [...pages.values()].sort(byPosition)) {
      const parent = page.references.get("parent") ?? ""
      const key = pages.has(parent) ? parent : ""
      const below = children.get(key)
      if (below === undefined) children.set(key, [page])
      else below.push(page)
    }
    const placed = new Set<string>()
    const place = (page: Entity, depth = 0): ReadonlyArray<PlannedPage> => {
      if (placed.has(page.id) || depth > depthLimit) return []
      placed.add(page.id)
      return [{ path: page.id, places: (children.get(page.id) ?? []).flatMap((each) => place(each, depth + 1)) }]
    }
    const top = children.get("") ?? []
    const posts = top.filter(({ type }) => type === "BlogPost").flatMap((page) => place(page))
    const first = top.filter(({ id }) => homes.has(id))
    const rest = top.filter(({ id, type }) => !homes.has(id) && type !== "BlogPost")
    const tree = [...first, ...rest].flatMap((page) => place(page))
    const circular = [...pages.values()].filter(({ id }) => !placed.has(id)).flatMap((page) => place(page))
    if (circular.length > 0)
      report(`${entitiesPath}: ${circular.length} pages are nested too deeply or below themselves; they come last`)
    const blog: ReadonlyArray<PlannedPage> = posts.length === 0 ? [] : [{ title: "Blog", places: posts }]
    const resolve: Resolve = (path) => decodePath(path).replace(/^\//, "")
    const plan: Plan = {
      places: [...tree, ...circular, ...blog],
      read,
      resolve,
      fileName: (path) => names.get(path)
    }
    return plan
  })
