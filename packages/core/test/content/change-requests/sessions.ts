/** Random histories of a main line and of change requests, played over a new space, and all that is in them. */
import { setImmediate } from "node:timers/promises"
import { Actor, user } from "@lectern/core/access/Actor"
import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import type { ContentChange } from "@lectern/core/content/ContentChange"
import * as ChangeRequests from "@lectern/core/content/change-requests/ChangeRequestRepository"
import { viewOf } from "@lectern/core/content/drafts/ChangeRequestLines"
import * as Documents from "@lectern/core/content/items/DocumentRepository"
import type { PageItem } from "@lectern/core/content/items/Item"
import * as Items from "@lectern/core/content/items/ItemRepository"
import type { Page, PageId } from "@lectern/core/content/Page"
import type { Services } from "@lectern/core/engine/Engine"
import type { LecternError } from "@lectern/core/errors/Errors"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect, FastCheck as fc, Layer } from "effect"
import { expect } from "vitest"
import { storages } from "../../storages.js"
import { organization, workspace } from "../../workspace.js"

/** An edit, as numbers that pick among existing items. */
export const edit = fc.record({
  action: fc.constantFrom(
    ...(["insert", "insert", "block", "block", "block", "text", "field", "field", "retitle", "reslug"] as const),
    ...(["move", "move", "reorder", "delete", "revert", "file"] as const)
  ),
  page: fc.nat(30),
  target: fc.nat(30),
  at: fc.nat(3),
  word: fc.constantFrom("alpha", "beta", "Gamma ray", "日本語")
})
/** @see {@link edit} */
export type Edit = typeof edit extends fc.Arbitrary<infer A> ? A : never

/** A page with its text, as stored. */
export interface Row extends PageItem {
  readonly markdown: string
}

/** Everything on a line: its pages in the order of the tree, and its files. */
export interface Form {
  readonly pages: ReadonlyArray<Row>
  readonly files: ReadonlyArray<string>
}

/** Main where it is `undefined`, else a change request. */
export type LineName = ChangeRequestId | undefined

const pick = <A>(all: ReadonlyArray<A>, index: number): A | undefined => all[index % Math.max(all.length, 1)]

const texts = (word: string, number: number): string => {
  const body = `# ${word}\n\none\n\ntwo ${word}, and more of it\n\nthree\n`
  return number % 4 === 0 ? `---\ndescription: of ${word}\nicon: star\n---\n\n${body}` : number % 4 === 1 ? "\n" : body
}

const fields = (word: string, target: number) => {
  const all = [{ icon: target % 2 === 0 ? "star" : null }, { description: `${word} ${target % 2}` }, { emoji: "1f600" }]
  return (
    pick([...all, { hidden: target % 2 === 0 }, { noIndex: true }, { condition: "visitor.claims.a" }], target) ?? {}
  )
}

/** The text with one of its blocks changed, put in, or taken out. */
const editBlock = (markdown: string, { at, target, word }: Edit): string => {
  const blocks = markdown.split("\n\n")
  const index = at % blocks.length
  const block = blocks[index] ?? ""
  const next = target % 5 === 0 ? [block, `new ${word}`] : target % 5 === 1 ? [] : [`${word} ${target % 3}`]
  return [...blocks.slice(0, index), ...next, ...blocks.slice(index + 1)].join("\n\n")
}

/** An edit as a change of existing items; `undefined` if there is nothing to change. */
export const changeOf = (
  each: Edit,
  pages: ReadonlyArray<Row>,
  gone: ReadonlyArray<PageId>
): ContentChange | undefined => {
  const { action, at, page, target, word } = each
  const into = target % 3 === 0 ? null : (pick(pages, target)?.id ?? null)
  if (action === "insert") {
    const document = { markdown: texts(word, target) }
    return { operation: "insert_page", title: word, document, into, ...(at < 3 && { at }) }
  }
  if (action === "file") return { operation: "insert_files", files: [{ name: `${word}.txt`, base64: "aGVsbG8=" }] }
  const old = pick(gone, page)
  if (action === "revert" && target % 2 === 0) return old && { operation: "revert_page", page: old }
  const chosen = pick(pages, page)
  if (chosen === undefined) return undefined
  const update = { operation: "update_page", page: chosen.id } as const
  switch (action) {
    case "block":
      return { ...update, document: { markdown: editBlock(chosen.markdown, each) } }
    case "text":
      return { ...update, document: { markdown: texts(word, target) } }
    case "field":
      return { ...update, ...fields(word, target) }
    case "retitle":
      return { ...update, title: `${word} ${target % 3}` }
    case "reslug":
      return { ...update, slug: `s${target % 5}` }
    case "move":
      return { ...update, into, ...(at < 3 && { at }) }
    case "reorder":
      return { ...update, at }
    case "delete":
      return { operation: "delete_page", page: chosen.id }
    default:
      return { operation: "revert_page", page: chosen.id }
  }
}

const repositories = Layer.mergeAll(Items.service.layer, Documents.service.layer, ChangeRequests.service.layer)
type Repositories = Layer.Layer.Success<typeof repositories>

/** The operations of a session: everything that a test needs, for one space. */
export interface Session {
  readonly space: SpaceId
  /** Applies an edit, if there is something to edit, and it may be edited so. */
  readonly apply: (each: Edit, line?: LineName) => Effect.Effect<void, LecternError, Services | Actor | Repositories>
  /** Applies an edit to one of some pages, which moves and adds only into these. */
  readonly applyTo: (
    each: Edit,
    pages: ReadonlyArray<Row>,
    line?: LineName
  ) => Effect.Effect<void, LecternError, Services | Actor | Repositories>
  /** Reads the content of a line, which must be a whole tree there. */
  readonly read: (line?: LineName) => Effect.Effect<Form, LecternError, Services | Actor | Repositories>
}

/** Every page must stand below its parent, with a slug and a position of its own among its siblings, and their path. */
const inOrder = (stored: ReadonlyArray<PageItem>, parent = "", above = ""): ReadonlyArray<PageItem> => {
  const children = stored.filter((page) => page.parent === parent)
  for (const names of [children.map(({ slug }) => slug), children.map(({ position }) => position)]) {
    expect(new Set(names).size, names.join()).toBe(names.length)
  }
  return children.flatMap((page) => {
    expect(page.path).toBe(above === "" ? page.slug : `${above}/${page.slug}`)
    return [page, ...inOrder(stored, page.id, page.path)]
  })
}

const idsOf = (pages: ReadonlyArray<Page>): ReadonlyArray<string> =>
  pages.flatMap((page) => [page.id, ...("pages" in page ? idsOf(page.pages) : [])])

const session = (space: SpaceId): Session => {
  const at = (line: LineName) => (line === undefined ? undefined : { changeRequest: line })
  const gone: Array<PageId> = []
  const read: Session["read"] = Effect.fnUntraced(function* (line) {
    const items = yield* Items.ItemRepository
    const request =
      line === undefined ? undefined : yield* (yield* ChangeRequests.ChangeRequestRepository).find(space, line)
    const view = request === undefined ? { line: space } : viewOf(request.value)
    const stored = (yield* items.all(view, "page")).map(({ value }) => value)
    const placed = inOrder(stored)
    expect(placed.length, "pages that no root leads to").toBe(stored.length)
    const contents = yield* Contents
    expect(idsOf((yield* contents.pages(space, at(line))).pages)).toEqual(placed.map(({ id }) => id))
    const documents = yield* Documents.DocumentRepository
    const pages = yield* Effect.forEach(placed, (page) =>
      Effect.gen(function* () {
        expect((yield* contents.pageByPath(space, page.path, at(line))).id).toBe(page.id)
        return { ...page, markdown: yield* documents.markdown(space, page.document) }
      })
    )
    const files = (yield* items.all(view, "file")).map(({ value }) => `${value.id} ${value.name} ${value.hash}`)
    return { pages, files: files.sort() }
  })
  const applyTo: Session["applyTo"] = Effect.fnUntraced(function* (each, pages, line) {
    const change = changeOf(each, pages, gone)
    if (change === undefined) return
    if (change.operation === "delete_page") gone.push(change.page)
    const edits = yield* ContentEdits
    yield* Effect.ignore(edits.apply(space, { changes: [change] }, line === undefined ? {} : { changeRequest: line }))
  })
  return {
    space,
    read,
    applyTo,
    apply: (each, line) => Effect.flatMap(read(line), ({ pages }) => applyTo(each, pages, line))
  }
}

/** A form without the parts that cannot be compared, and with ids as the numbers of their places. */
export const normal = ({ files, pages }: Form) => {
  const numbers = new Map(pages.map(({ id }, index): [string, string] => [id, `page ${index}`]))
  const named = (text: string): string => text.replaceAll(/id\d{6}/g, (id) => numbers.get(id) ?? "gone")
  return {
    pages: pages.map(({ createdAt: _c, updatedAt: _u, position: _p, document: _d, id, markdown, parent, ...rest }) => ({
      ...rest,
      id: named(id),
      parent: named(parent),
      markdown: named(markdown)
    })),
    files: files.map((file) => file.replace(/^\S+ /, "")).sort()
  }
}

/** Plays a test in a new space on each storage. Its result must be the same on all of them. */
export const everywhere = async (
  test: (session: Session) => Effect.Effect<unknown, LecternError, Services | Actor | Repositories>
): Promise<void> => {
  // The runner must get a word in between thousands of runs.
  await setImmediate()
  const [first, ...others] = await Promise.all(
    storages.map((storage) =>
      Effect.gen(function* () {
        const { admin, id } = yield* organization()
        const as = Effect.provideService(Actor, user(admin))
        const space = yield* as((yield* Spaces).create(id, {}))
        return yield* as(test(session(space.id)))
      }).pipe(Effect.provide(Layer.provideMerge(repositories, workspace(storage))), Effect.runPromise)
    )
  )
  for (const other of others) expect(other).toEqual(first)
}
