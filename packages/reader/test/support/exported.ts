/** A site as files in memory, and its search as the page of a browser runs it. */
import { isStreamed } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import type { Directory } from "@lectern/reader/export/client/IndexFormat"
import { searchExport, searchHtml } from "@lectern/reader/export/client/Searching"
import { type ExportedFile, type ExportOptions, exportSite } from "@lectern/reader/export/SiteExport"
import { mermaid } from "@lectern/reader/node/Mermaid"
import { searchCode } from "@lectern/reader/node/SearchCode"
import { usualScriptWords } from "@lectern/reader/words/ScriptWords"
import { Effect } from "effect"
import type { TestSite } from "./site.js"

const bytesOf = async (body: ExportedFile["body"]): Promise<Buffer> => {
  if (typeof body === "string") return Buffer.from(body)
  if (!isStreamed(body)) return Buffer.from(body)
  const chunks: Array<Uint8Array> = []
  for await (const chunk of body.chunks) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The files of the site of a test, by their paths. */
export const exported = async ({ lectern }: Pick<TestSite, "lectern">, options: Partial<ExportOptions> = {}) => {
  const files = new Map<string, Buffer>()
  const result = await lectern.runtime.runPromise(
    exportSite(
      { site: "handbook", icons: () => undefined, searchCode: searchCode(), mermaid, ...options },
      ({ body, path }) =>
        Effect.promise(async () => {
          if (files.has(path)) throw new Error(`${path} was written twice`)
          files.set(path, await bytesOf(body))
        })
    )
  )
  const text = (path: string): string => {
    const found = files.get(path)
    if (found === undefined) throw new Error(`there is no ${path} among ${[...files.keys()].join(", ")}`)
    return found.toString()
  }
  const read: Array<string> = []
  const load = (name: string): Promise<unknown> => {
    const path = `assets/search/${name}.js`
    read.push(path)
    return Promise.resolve(JSON.parse(text(path).slice(`lecternShard("${name}",`.length, -2)))
  }
  /** The results of a search: for each page, the addresses of the results shown. */
  const search = async (query: string) => {
    const found = await searchExport((await load("index")) as Directory, load, query, "")
    return found.map((items) => items.map(({ href }) => href))
  }
  /** The HTML of the results of a search. */
  const shown = async (query: string) =>
    searchHtml((await load("index")) as Directory, load, query, "", usualScriptWords.split("|"))
  return { ...result, files, text, search, shown, read }
}
