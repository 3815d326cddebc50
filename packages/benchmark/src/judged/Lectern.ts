/** Answers of Lectern to the judged questions. */

import * as Lectern from "@lectern/core/Lectern"
import type { SpaceId } from "@lectern/core/spaces/Space"
import type { Directory, TextShard } from "@lectern/reader/internal/export/client/IndexFormat"
import { searchExport } from "@lectern/reader/internal/export/client/Searching"
import { type ExportedIndex, exportedIndex, shardsOf } from "../reader/ExportedIndex.js"
import { type Manual, namesByPath } from "./Manuals.js"
import { depth } from "./Scores.js"

/** The names of the pages that a query finds, best first, without duplicates. */
export type PageSearch = (query: string) => Promise<ReadonlyArray<string>>

/** An engine with the manuals, each in its own space. */
export interface ManualEngine {
  /** The search of the manual with this name. */
  readonly searchOf: (manual: string) => PageSearch
  /** Publishes and exports each manual; returns the search of the export of the one with a name. */
  readonly exported: () => Promise<(manual: string) => PageSearch>
  readonly close: () => Promise<void>
}

/** The search of an exported manual. */
const exportSearch = async (files: ExportedIndex, names: ReadonlyMap<string, string>): Promise<PageSearch> => {
  const { load } = shardsOf(files)
  const directory = (await load("index")) as Directory
  const texts = await Promise.all(directory.texts.map(([, shard]) => load(shard) as Promise<TextShard>))
  const paths = new Map(texts.flat().map(([href, , path]) => [href, path]))
  return async (query) => {
    const found = await searchExport(directory, load, query, "")
    return found.map(([first]) => {
      const path = paths.get(first?.href.replace(/#.*/, "") ?? "") ?? ""
      return names.get(path) ?? path
    })
  }
}

const searchIn =
  (searches: ReadonlyMap<string, PageSearch>) =>
  (manual: string): PageSearch => {
    const found = searches.get(manual)
    if (found === undefined) throw new Error(`no manual is called ${manual}`)
    return found
  }

/** Opens an engine over a storage, and imports the manuals. */
export const openManuals = async (
  manuals: ReadonlyArray<Manual>,
  storage: Lectern.OpenOptions["storage"]
): Promise<ManualEngine> => {
  const lectern = await Lectern.open({ storage })
  const { id: user } = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const { contentSync, organizations, search, sites, spaces } = lectern.as(user)
  const { id: organization } = await organizations.create({ title: "Manuals" })
  const searches = new Map<string, PageSearch>()
  const imported: Array<readonly [name: string, space: SpaceId, names: ReadonlyMap<string, string>]> = []
  for (const { name, tree } of manuals) {
    const { id } = await spaces.create(organization, { title: name })
    await contentSync.apply(id, tree)
    const names = namesByPath(tree)
    imported.push([name, id, names])
    searches.set(name, async (query) => {
      const { items } = await search.space(id, { query, limit: depth })
      return items.map(({ path }) => names.get(path) ?? path)
    })
  }
  return {
    searchOf: searchIn(searches),
    exported: async () => {
      const inExports = new Map<string, PageSearch>()
      for (const [name, space, names] of imported) {
        const { id: site } = await sites.create(organization, { title: name, spaces: [space] })
        await sites.publish(organization, site)
        inExports.set(name, await exportSearch(await exportedIndex(lectern, site), names))
      }
      return searchIn(inExports)
    },
    close: () => lectern.close()
  }
}
