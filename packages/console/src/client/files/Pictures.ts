/** The pictures of pages. */
import { get } from "../api/Api.js"

/** An address of this server without its name: whatever name it is reached by, it is reached by this window's. */
export const localAddress = (address: string): string => {
  const { pathname, search } = new URL(address)
  return `${pathname}${search}`
}

/**
 * Finds the addresses that pictures of a line are shown from. A file of the space has one that works without a token, which
 * the API is asked for once.
 */
export const picturesOf = (line: string, files = `${line}/content/files`) => {
  const known = new Map<string, Promise<string | undefined>>()
  const ask = async (file: string): Promise<string> => {
    const { downloadURL } = await get<{ downloadURL: string }>(`${files}/${file}`)
    return localAddress(downloadURL)
  }
  return (address: string): string | Promise<string | undefined> | undefined => {
    const [, file] = /^\/files\/([0-9a-z]+)/.exec(address) ?? []
    if (file === undefined) return /^https:\/\//.test(address) ? address : undefined
    const found = known.get(file) ?? ask(file).catch(() => undefined)
    known.set(file, found)
    return found
  }
}
