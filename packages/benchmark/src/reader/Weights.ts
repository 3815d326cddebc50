/** The compressed bytes that a browser loads first of each page of a site. */
import * as Effect from "effect/Effect"
import type { PublishedSite } from "./PublishedSite.js"

/** Kilobytes of a page on its first load. */
export interface Weight {
  /** HTML, style sheets and scripts. */
  readonly whole: number
  readonly scripts: number
}

const bytesOf = async (
  { ask }: PublishedSite,
  path: string
): Promise<{ body: Buffer; text: () => Promise<string> }> => {
  const answer = await ask(path, { "accept-encoding": "gzip" })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  const body = Buffer.from(await answer.arrayBuffer())
  return { body, text: async () => (await ask(path)).text() }
}

const linked = (html: string, pattern: RegExp): ReadonlyArray<string> =>
  [...html.matchAll(pattern)].flatMap(([, address]) => (address === undefined ? [] : [address]))

/** The weight of every page. */
export const weights = (site: PublishedSite): Effect.Effect<ReadonlyArray<Weight>> =>
  Effect.promise(async () => {
    const known = new Map<string, number>()
    const sizeOf = async (path: string): Promise<number> => {
      const size = known.get(path) ?? (await bytesOf(site, path)).body.length
      known.set(path, size)
      return size
    }
    const sum = async (paths: ReadonlyArray<string>): Promise<number> => {
      let bytes = 0
      for (const path of paths) bytes += await sizeOf(path)
      return bytes
    }
    const all: Array<Weight> = []
    for (const path of site.paths) {
      const { body, text } = await bytesOf(site, path)
      const html = await text()
      const scripts = await sum(linked(html, /<script[^>]* src="([^"]+)"/g))
      const styles = await sum(linked(html, /<link rel="stylesheet" href="([^"]+)"/g))
      all.push({ whole: (body.length + styles + scripts) / 1000, scripts: scripts / 1000 })
    }
    return all
  })
