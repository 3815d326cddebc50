/** The search index of an exported site, held in memory. */
import type * as Lectern from "@lectern/core/Lectern"
import type { LoadShard } from "@lectern/reader/internal/export/client/IndexFormat"
import { exportSite } from "@lectern/reader/internal/export/SiteExport"
import { fontAwesome } from "@lectern/reader/node/Icons"
import { searchCode } from "@lectern/reader/node/SearchCode"
import * as Effect from "effect/Effect"

const folder = "assets/search/"

/** The files of an index by name: its shards, and the code that searches them. */
export type ExportedIndex = ReadonlyMap<string, string>

/** Exports a site, and keeps the files of its index. */
export const exportedIndex = async (lectern: Lectern.Lectern, site: string): Promise<ExportedIndex> => {
  const files = new Map<string, string>()
  const options = { site, icons: fontAwesome, searchCode: searchCode() }
  await lectern.runtime.runPromise(
    exportSite(options, ({ body, path }) =>
      Effect.sync(() => {
        if (path.startsWith(folder) && typeof body === "string") files.set(path.slice(folder.length), body)
      })
    )
  )
  return files
}

/** Reads the shards of an index, and knows which it has read. */
export const shardsOf = (files: ExportedIndex) => {
  const loaded = new Map<string, unknown>()
  const load: LoadShard = async (name) => {
    const file = `${name}.js`
    if (!loaded.has(file)) {
      const text = files.get(file) ?? ""
      loaded.set(file, JSON.parse(text.slice(`lecternShard("${name}",`.length, -2)))
    }
    return loaded.get(file)
  }
  return { loaded, load }
}
