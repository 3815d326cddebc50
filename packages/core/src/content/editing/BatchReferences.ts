/** Turns links as authors write them into the stored form, which survives renames. */
import * as Effect from "effect/Effect"
import { giveWay } from "../../foundation/scheduling/Turns.js"
import { rewrite } from "../../text/markdown/References.js"
import type { Draft, DraftError } from "../drafts/Draft.js"
import { pageNamed } from "../drafts/PagePlacement.js"
import type { PageItem } from "../items/Item.js"
import type { SentText } from "../pages/TextReader.js"

/** The items behind the `./<ref>` names of a batch. */
export type BatchRefs = ReadonlyMap<string, { readonly kind: "page" | "file"; readonly id: string }>

/**
 * A text in which every link to a page or file of the space has its stored form, `/pages/<id>` or `/files/<id>`.
 * Authors may also write `/pages/<path>`, a relative `.md` path, and `./<ref>` for something in the same batch. Links
 * that lead nowhere stay as they are. `written` are the destinations in the text, each of which is looked up once.
 */
export const storedReferences = (
  context: { readonly draft: Draft; readonly refs: BatchRefs },
  page: Pick<PageItem, "path">,
  markdown: string,
  written: SentText["references"]
): Effect.Effect<string, DraftError> =>
  Effect.gen(function* () {
    const replacements: Array<{ start: number; end: number; text: string }> = []
    const known = new Map<string, string | undefined>()
    for (const { start, end, destination } of written) {
      if (!known.has(destination)) {
        yield* giveWay
        known.set(destination, yield* resolve(context, page.path, destination))
      }
      const target = known.get(destination)
      if (target !== undefined && target !== markdown.slice(start, end)) replacements.push({ start, end, text: target })
    }
    return replacements.length === 0 ? markdown : rewrite(markdown, replacements)
  })

const resolve = (
  { draft, refs }: { draft: Draft; refs: BatchRefs },
  from: string,
  destination: string
): Effect.Effect<string | undefined, DraftError> =>
  Effect.gen(function* () {
    const hash = destination.indexOf("#")
    const target = hash < 0 ? destination : destination.slice(0, hash)
    const anchor = hash < 0 ? "" : destination.slice(hash)
    const ref = refs.get(target.replace(/^\.\//, ""))
    if (target.startsWith("./") && ref !== undefined) return `/${ref.kind}s/${ref.id}${anchor}`
    const named = target.startsWith("/pages/") ? target.slice("/pages/".length) : undefined
    const written = named ?? (target.endsWith(".md") ? relativePath(from, target) : undefined)
    if (written === undefined) return undefined
    const path = written.replace(/(?:^|\/)(?:README|index)?\.md$/i, "").replace(/\.md$/i, "")
    const found = yield* named === undefined ? draft.pageAt(path) : pageNamed(draft, path)
    return found === undefined ? undefined : `/pages/${found.id}${anchor}`
  })

/** Resolves a relative path from the page at `from`, whose folder is its parent. */
const relativePath = (from: string, target: string): string | undefined => {
  const parts = target.startsWith("/") ? [] : from.split("/").slice(0, -1)
  for (const part of target.split("/")) {
    if (part === "" || part === ".") continue
    if (part === "..") {
      if (parts.pop() === undefined) return undefined
    } else parts.push(part)
  }
  return parts.join("/")
}
