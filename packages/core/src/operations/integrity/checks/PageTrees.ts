/** Checks the trees of pages at the heads of spaces and change requests: parents, paths, slugs and positions. */
import * as Effect from "effect/Effect"
import { viewOf } from "../../../content/drafts/ChangeRequestLines.js"
import { type ItemVersion, open, type PageItem } from "../../../content/items/Item.js"
import type { ItemRepositoryService } from "../../../content/items/ItemRepository.js"
import { Items } from "../../../content/items/ItemTables.js"
import type { View } from "../../../content/items/View.js"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import { nameProblem } from "../../../foundation/ids/Names.js"
import type { StorageService } from "../../../storage/rows/Storage.js"
import { joinPath } from "../../../text/markdown/Slug.js"
import type { Check, Report } from "../Finding.js"
import { eachRow } from "../Scanning.js"
import { eachRequest, eachSpace } from "../Spaces.js"

/** The data kept of a page while the tree of its space is checked. */
interface Node {
  readonly parent: string
  readonly path: string
  readonly holds: boolean
}

const nodeOf = ({ parent, path, type }: PageItem): Node => ({
  parent,
  path,
  holds: type !== "link" && type !== "computed"
})

const pathIn = (above: string, { slug, type }: PageItem): string => (type === "link" ? "" : joinPath(above, slug))

/** Whether a page can be reached from the root. */
const hangsTogether = (nodes: ReadonlyMap<string, Node>, id: string, known: Set<string>): boolean => {
  const passed: Array<string> = []
  for (let at = id; at !== "" && !known.has(at); ) {
    const node = nodes.get(at)
    if (node === undefined || passed.includes(at)) return false
    passed.push(at)
    at = node.parent
  }
  for (const each of passed) known.add(each)
  return true
}

/** Checks that no two siblings have the same slug or position. */
const siblingsProblems = (where: string, siblings: ReadonlyArray<PageItem>, report: Report): void => {
  const slugs = new Map<string, string>()
  let before: PageItem | undefined
  for (const page of siblings) {
    const taken = page.type === "link" ? undefined : slugs.get(page.slug)
    if (taken !== undefined) report(`${where} page ${page.id}`, `its slug ${page.slug} is that of ${taken}, beside it`)
    if (page.type !== "link") slugs.set(page.slug, page.id)
    const unusable = nameProblem("slug", page.slug)
    if (unusable !== undefined) report(`${where} page ${page.id}`, unusable)
    if (before?.position === page.position) {
      report(`${where} page ${page.id}`, `its position ${page.position} is that of ${before.id}, beside it`)
    }
    before = page
  }
}

const mainTree = Effect.fnUntraced(function* (storage: StorageService, space: string, report: Report) {
  const where = `space ${space}`
  const nodes = new Map<string, Node>()
  let siblings: Array<PageItem> = []
  const range = { index: "alive", prefix: [space, open, "page"] }
  const each = (use: (page: PageItem) => void): Effect.Effect<void, Unavailable> =>
    eachRow<ItemVersion>(storage, Items, range, ({ value }) => {
      const page = value?.value
      if (page?.kind === "page") use(page)
      return undefined
    })
  yield* each((page) => {
    nodes.set(page.id, nodeOf(page))
    if (siblings[0] !== undefined && siblings[0].parent !== page.parent) {
      siblingsProblems(where, siblings, report)
      siblings = []
    }
    siblings.push(page)
  })
  siblingsProblems(where, siblings, report)
  const known = new Set<string>()
  yield* each((page) => {
    const at = `${where} page ${page.id}`
    const above = page.parent === "" ? undefined : nodes.get(page.parent)
    if (page.parent !== "" && above === undefined) return report(at, `its parent ${page.parent} does not exist`)
    if (above?.holds === false) report(at, `its parent ${page.parent} holds no pages`)
    if (!hangsTogether(nodes, page.id, known)) report(at, "it stands below itself")
    const expected = pathIn(above?.path ?? "", page)
    if (page.path !== expected) report(at, `its path is ${page.path}, but its place is ${expected}`)
  })
})

/** Checks each page that a change request changed: among its siblings, below its parent, above its children. */
const requestTree = Effect.fnUntraced(function* (
  items: ItemRepositoryService,
  view: View,
  where: string,
  report: Report
) {
  const { all } = yield* items.children(view)
  const children = (parent: string) => Effect.map(all(parent), (found) => found.map(({ value }) => value.value))
  const pageIn = (id: string) =>
    Effect.map(items.find(view, id), (found) => {
      const value = found?.value.value
      return value?.kind === "page" ? value : undefined
    })
  const families = new Set<string>()
  for (const own of yield* items.own(view)) {
    const { id } = own.value.value
    const page = yield* pageIn(id)
    const inside = yield* children(id)
    const at = `${where} page ${id}`
    if (page === undefined) {
      for (const child of inside) report(`${where} page ${child.id}`, `its parent ${id} does not exist`)
      continue
    }
    families.add(page.parent)
    const above = page.parent === "" ? undefined : yield* pageIn(page.parent)
    if (page.parent !== "" && above === undefined) {
      report(at, `its parent ${page.parent} does not exist`)
      continue
    }
    for (const each of [
      { page, path: above?.path ?? "" },
      ...inside.map((child) => ({ page: child, path: page.path }))
    ]) {
      const expected = pathIn(each.path, each.page)
      if (each.page.path === expected) continue
      report(`${where} page ${each.page.id}`, `its path is ${each.page.path}, but its place is ${expected}`)
    }
    const passed = new Set<string>([id])
    for (let parent = page.parent; parent !== ""; parent = (yield* pageIn(parent))?.parent ?? "") {
      if (passed.has(parent)) {
        report(at, "it stands below itself")
        break
      }
      passed.add(parent)
    }
  }
  for (const parent of families) siblingsProblems(where, yield* children(parent), report)
})

/** The check of page trees. */
export const pageTrees = (storage: StorageService, items: ItemRepositoryService): Check => ({
  name: "pages",
  units: eachSpace(storage, (space, report) =>
    Effect.zipRight(
      mainTree(storage, space.id, report),
      eachRequest(storage, space.id, (request) =>
        request.status === "merged"
          ? Effect.void
          : requestTree(items, viewOf(request), `space ${space.id} change request ${request.id}`, report)
      )
    )
  )
})
