/** Writes the search index of an exported site. */
import type { IndexedPages } from "@lectern/core/internal/publishing/site-reading/IndexedPages"
import type { ReadSite } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import * as Effect from "effect/Effect"
import { encodedPath } from "../site/Addresses.js"
import type { Listed } from "../site/MachineReadable.js"
import { placeTitles } from "../site/PlaceTitles.js"
import { titlesAbove } from "../site/SearchView.js"
import { IndexBuilder, passesFor } from "./IndexBuilder.js"
import type { Shard } from "./SearchScript.js"

/** The content to be indexed. */
interface Searched {
  readonly site: ReadSite
  readonly spaces: ReadonlyArray<Listed>
  /** The file of a page, by the id of its site space and its own, separated by a space. */
  readonly hrefOf: (key: string) => string | undefined
}

/** Reads the indexed pages of a site space, batch by batch. */
type Read<E, R> = (siteSpace: string, after: string) => Effect.Effect<IndexedPages, E, R>

/** Yields the shards of the index one after another. */
export const writeIndex =
  <E, R>({ hrefOf, site, spaces }: Searched, read: Read<E, R>) =>
  <F, S>(write: (shard: Shard) => Effect.Effect<void, F, S>): Effect.Effect<void, E | F, R | S> =>
    Effect.gen(function* () {
      const count = spaces.reduce((sum, { outline }) => sum + outline.entries.length, 0)
      const samples = yield* Effect.forEach(spaces.slice(0, 4), ({ siteSpace }) => read(siteSpace.id, ""))
      const firsts = passesFor(
        count,
        samples.flatMap(({ pages }) => pages.map(({ documents }) => documents))
      )
      const index = new IndexBuilder(firsts)
      for (const _ of firsts) {
        for (const { outline, siteSpace } of spaces) {
          let part = yield* read(siteSpace.id, "")
          index.space(placeTitles(site, siteSpace).join(" › "), part.synonyms)
          for (;;) {
            for (const { documents, page } of part.pages) {
              const entry = outline.byId.get(page)
              const file = hrefOf(`${siteSpace.id} ${page}`)
              if (entry === undefined || file === undefined) continue
              const href = encodedPath(file)
              for (const shard of index.add({ href, where: titlesAbove(outline, entry), documents }))
                yield* write(shard)
            }
            if (part.next === undefined) break
            part = yield* read(siteSpace.id, part.next)
          }
        }
        for (const shard of index.endPass()) yield* write(shard)
      }
      for (const shard of index.finish()) yield* write(shard)
    })
