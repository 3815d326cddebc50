/** The search of an exported site: the bytes that a browser downloads for it, and how long a search takes. */
import { brotliCompressSync, constants } from "node:zlib"
import type { Directory } from "@lectern/reader/internal/export/client/IndexFormat"
import { searchExport } from "@lectern/reader/internal/export/client/Searching"
import * as Effect from "effect/Effect"
import { type ExportedIndex, exportedIndex, shardsOf } from "./ExportedIndex.js"
import { basename, type PublishedSite } from "./PublishedSite.js"
import { processorSeconds } from "./Serving.js"

/** The queries, typed letter by letter: words of every manual, several of them, and typos. */
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

/** The size of a text that is compressed once, for many downloads, in kilobytes. */
const kilobytes = (text: string): number =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }).length / 1000

/** The search of an exported site. */
export interface ExportedSearch {
  /** The whole index and the code, in kilobytes. */
  readonly whole: number
  /** Kilobytes that each query downloads as the first one, the code included. */
  readonly downloads: ReadonlyArray<number>
  /** The same for a query that is typed so slowly that each letter starts a search. */
  readonly typed: ReadonlyArray<number>
  /** The processor time of each query after its last letter, in milliseconds. */
  readonly times: ReadonlyArray<number>
}

/** Searches for each text in turn; returns the shards that this needed, and the milliseconds of the last search. */
const searching = async (files: ExportedIndex, texts: ReadonlyArray<string>) => {
  const { load, loaded } = shardsOf(files)
  const directory = (await load("index")) as Directory
  let time = 0
  for (const text of texts) {
    const started = processorSeconds()
    const found = await searchExport(directory, load, text, "")
    time = (processorSeconds() - started) * 1000
    if (found.length === 0 && text === texts.at(-1)) throw new Error(`${text} was not found`)
  }
  return { shards: [...loaded.keys()], time }
}

/** Exports a site, and searches its files. */
export const exportedSearch = ({ lectern }: PublishedSite): Effect.Effect<ExportedSearch> =>
  Effect.promise(async () => {
    const files = await exportedIndex(lectern, basename)
    const sizes = new Map(Array.from(files, ([name, text]) => [name, kilobytes(text)]))
    const sizeOf = (names: Iterable<string>): number =>
      Array.from(names).reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
    const code = sizeOf([...files.keys()].filter((name) => name.startsWith("search-")))
    const [downloads, typed, times]: [Array<number>, Array<number>, Array<number>] = [[], [], []]
    for (const query of queries) {
      const letters = Array.from(query, (_, i) => query.slice(0, i + 1))
      downloads.push(code + sizeOf((await searching(files, [query])).shards))
      const slowly = await searching(files, letters)
      typed.push(code + sizeOf(slowly.shards))
      times.push(slowly.time)
    }
    return { whole: sizeOf(files.keys()), downloads, typed, times }
  })
