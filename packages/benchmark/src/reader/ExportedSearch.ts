/** The search of an exported site: what a browser downloads for it, and how long a search takes. */
import { brotliCompressSync, constants } from "node:zlib"
import type { Directory } from "@lectern/reader/internal/export/client/IndexFormat"
import { searchExport } from "@lectern/reader/internal/export/client/Searching"
import { exportSite } from "@lectern/reader/internal/export/SiteExport"
import { fontAwesome } from "@lectern/reader/node/Icons"
import { searchCode } from "@lectern/reader/node/SearchCode"
import * as Effect from "effect/Effect"
import { basename, type PublishedSite } from "./PublishedSite.js"

/** What is searched for, letter by letter: words of every manual, several of them, and typos. */
export const queries: ReadonlyArray<string> = [
  "installation",
  "share link",
  "merge conflicts",
  "route options",
  "line length",
  "validation",
  "error handling",
  "configuration file",
  "restore a backup",
  "plugin timeout",
  "source map",
  "authentification",
  "contant type parser",
  "logger",
  "how do I deploy"
]

const folder = "assets/search/"

/** A text as it is compressed once, for many downloads, in kilobytes. */
const kilobytes = (text: string): number =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }).length / 1000

/** The search of an exported site. */
export interface ExportedSearch {
  /** The whole index and the code, in kilobytes. */
  readonly whole: number
  /** Kilobytes that each query downloads, typed letter by letter, if nothing was downloaded before. */
  readonly downloads: ReadonlyArray<number>
  /** The milliseconds that each query takes after its last letter. */
  readonly times: ReadonlyArray<number>
}

/** Exports a site, and searches its files. */
export const exportedSearch = ({ lectern }: PublishedSite): Effect.Effect<ExportedSearch> =>
  Effect.promise(async () => {
    const files = new Map<string, string>()
    const options = { site: basename, icons: fontAwesome, searchCode: searchCode() }
    await lectern.runtime.runPromise(
      exportSite(options, ({ body, path }) =>
        Effect.sync(() => {
          if (path.startsWith(folder) && typeof body === "string") files.set(path.slice(folder.length), body)
        })
      )
    )
    const sizes = new Map(Array.from(files, ([name, text]) => [name, kilobytes(text)]))
    const sizeOf = (names: Iterable<string>): number =>
      Array.from(names).reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
    const code = [...files.keys()].filter((name) => name.startsWith("search-"))
    const downloads: Array<number> = []
    const times: Array<number> = []
    for (const query of queries) {
      const loaded = new Map<string, unknown>()
      const load = async (name: string): Promise<unknown> => {
        const file = `${name}.js`
        if (!loaded.has(file)) {
          const text = files.get(file) ?? ""
          loaded.set(file, JSON.parse(text.slice(`lecternShard("${name}",`.length, -2)))
        }
        return loaded.get(file)
      }
      const directory = (await load("index")) as Directory
      for (let length = 1; length < query.length; length++) {
        await searchExport(directory, load, query.slice(0, length), "")
      }
      const started = performance.now()
      const found = await searchExport(directory, load, query, "")
      times.push(performance.now() - started)
      if (found.length === 0) throw new Error(`${query} was not found`)
      downloads.push(sizeOf([...code, ...loaded.keys()]))
    }
    return { whole: sizeOf(files.keys()), downloads, times }
  })
