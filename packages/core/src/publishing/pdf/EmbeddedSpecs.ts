/** The specifications that texts embed, for the reader of the texts: the one lookup behind pages, PDFs and exports. */
import * as Effect from "effect/Effect"
import { ItemRepository } from "../../content/items/ItemRepository.js"
import { ComputedPages } from "../../content/openapi-registry/ComputedPages.js"
import { type Opened, shownItem } from "../../content/reading/ShownContent.js"
import { giveWay } from "../../foundation/scheduling/Turns.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import type { SpecBytes } from "../../text/openapi/NamedSpecs.js"
import { specNames } from "../../text/openapi/SpecNames.js"
import { specKey } from "./PdfTask.js"

/**
 * Looks up the specifications that texts name, by `specKey`. Specifications that the reader may not see are omitted as
 * if they did not exist, and so are specifications beyond `limit`, in bytes of all together.
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
