/** The specifications that texts embed, for the reader of the texts: the one lookup behind pages, PDFs and exports. */
import * as Effect from "effect/Effect"
import { BlobStore } from "../blobs/BlobStore.js"
import { ItemRepository } from "../content/ItemRepository.js"
import { ComputedPages } from "../openapi-specs/ComputedPages.js"
import { giveWay } from "../scheduling/Turns.js"
import { type Opened, shownItem } from "../space-content/ShownContent.js"
import type { SpecBytes } from "./PdfSpecs.js"
import { specKey } from "./PdfTask.js"
import { specNames } from "./SpecNames.js"

/**
 * Looks up the specifications that texts name, by `specKey`. Those that the reader may not see are omitted as if they
 * did not exist, and so are those beyond `limit`, in bytes of all together.
 */
export const makeEmbeddedSpecs = Effect.gen(function* () {
  const items = yield* ItemRepository
  const blobs = yield* BlobStore
  const computedPages = yield* ComputedPages

  const fileBytes = Effect.fnUntraced(function* (opened: Opened, id: string, limit: number) {
    const file = (yield* shownItem(items, opened, id))?.value
    return file?.kind === "file" && file.size <= limit ? yield* blobs.get(file.hash) : undefined
  })

  return Effect.fnUntraced(function* (opened: Opened, texts: ReadonlyArray<string>, limit: number) {
    const found = new Map<string, SpecBytes>()
    const asked = new Set<string>()
    let left = limit
    for (const text of texts) {
      for (const { kind, name } of specNames(text)) {
        const key = specKey({ kind, name })
        if (asked.has(key)) continue
        asked.add(key)
        yield* giveWay
        const bytes =
          kind === "file"
            ? yield* fileBytes(opened, name, left)
            : yield* computedPages.specification(opened, { kind, name })
        if (bytes === undefined || bytes.length > left) continue
        left -= bytes.length
        found.set(key, { bytes, kind: kind === "file" ? "file" : "kept" })
      }
    }
    return found
  })
})
