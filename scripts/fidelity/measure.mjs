/** Measures how much of a folder or a website an import keeps. */
import { resolve } from "node:path"
import { compareSites } from "./compare.mjs"
import { importSite } from "./import.mjs"
import { answerOf, serve } from "./serve.mjs"
import { siteOf } from "./sites.mjs"
import { keyOfAddress, readSource } from "./source.mjs"

/**
 * Imports the site in a folder through a server on this machine, and compares it with the folder. `from` is the path to
 * start at.
 */
export const measureFolder = async (folder, { from = "/", site = siteOf(resolve(folder)), source } = {}) => {
  const root = resolve(folder)
  const { close, origin } = await serve(root)
  try {
    const start = origin + from
    const began = performance.now()
    const imported = await importSite(start, { local: true, ...(source === undefined ? {} : { source }) })
    const seconds = (performance.now() - began) / 1000
    const answer = (url) => (url.startsWith(`${origin}/`) ? answerOf(root, new URL(url).pathname) : undefined)
    const read = readSource(answer, start, source === "html" ? { ...site, only: onlyPath(from) } : site)
    return { name: site.name, place: root, seconds, ...compareSites(read, imported, keyOfAddress(start)) }
  } finally {
    close()
  }
}

const onlyPath = (path) => ({ test: (each) => each === `/${path.slice(path.lastIndexOf("/") + 1)}` })

/** Imports the site at a URL, and compares it with the responses that the import received. */
export const measureAddress = async (address, { site = siteOf(address) } = {}) => {
  const answers = new Map()
  const began = performance.now()
  const imported = await importSite(address, { answers })
  const seconds = (performance.now() - began) / 1000
  const byKey = new Map([...answers].map(([url, answer]) => [keyOfAddress(url), answer]))
  const read = readSource((url) => byKey.get(keyOfAddress(url)), address, site)
  return { name: site.name, place: address, seconds, ...compareSites(read, imported, keyOfAddress(address)) }
}
