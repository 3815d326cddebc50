/** Random edits of a main line or of a change request, as numbers that pick among existing items. */
import type { ContentChange } from "@lectern/core/content/ContentChange"
import type { Page, PageId } from "@lectern/core/content/Page"
import { FastCheck as fc } from "effect"

/** One of the two lines. */
export type Side = "main" | "request"

/** A step on one of the sides, with numbers that pick pages and places among the existing ones. */
export const step = fc.record({
  side: fc.constantFrom<Side>("main", "request"),
  action: fc.constantFrom("insert", "insert", "edit", "retitle", "reslug", "move", "delete", "revert", "file"),
  page: fc.nat(),
  target: fc.nat(),
  at: fc.option(fc.nat(3), { nil: undefined }),
  word: fc.constantFrom("alpha", "beta", "Gamma ray", "日本語")
})
/** @see {@link step} */
export type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

/** A page by its place. */
export interface Row {
  readonly id: PageId
  readonly path: string
}

/** The pages of a tree, each before the pages below it. */
export const rows = (pages: ReadonlyArray<Page>): ReadonlyArray<Row> =>
  pages.flatMap((page) => (page.type === "document" ? [{ id: page.id, path: page.path }, ...rows(page.pages)] : []))

const pick = <A>(all: ReadonlyArray<A>, index: number): A | undefined => all[index % Math.max(all.length, 1)]

/** A step as a change of existing items; ids differ between engines, places do not. */
export const changeOf = (
  { action, at, page, target, word }: Step,
  pages: ReadonlyArray<Row>,
  gone: ReadonlyArray<PageId>
): ContentChange | undefined => {
  const place = at === undefined ? {} : { at }
  const parent = target % 3 === 0 ? undefined : pick(pages, target)
  if (action === "insert") {
    return {
      operation: "insert_page",
      title: word,
      document: { markdown: `# ${word}\n` },
      into: parent?.id ?? null,
      ...place
    }
  }
  if (action === "file") return { operation: "insert_files", files: [{ name: `${word}.txt`, base64: "aGVsbG8=" }] }
  if (action === "revert" && target % 2 === 0) {
    const old = pick(gone, page)
    return old && { operation: "revert_page", page: old }
  }
  const chosen = pick(pages, page)
  if (chosen === undefined) return undefined
  switch (action) {
    case "edit":
      return { operation: "update_page", page: chosen.id, document: { markdown: `${word} ${target}\n` } }
    case "retitle":
      return { operation: "update_page", page: chosen.id, title: `${word} ${target % 5}` }
    case "reslug":
      return { operation: "update_page", page: chosen.id, slug: `s${target % 7}` }
    case "move":
      return { operation: "update_page", page: chosen.id, into: parent?.id ?? null, ...place }
    case "delete":
      return { operation: "delete_page", page: chosen.id }
    default:
      return { operation: "revert_page", page: chosen.id }
  }
}
