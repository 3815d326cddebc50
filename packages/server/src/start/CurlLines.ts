/** The curl commands that a start prints, to be pasted into a shell. */

/** Text as one word of a POSIX shell. */
export const shellWord = (text: string): string =>
  /^[A-Za-z0-9_/.:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** The content of the commands. */
export interface Shown {
  /** The URL that the server listens on, without a trailing slash. */
  readonly base: string
  readonly tokenFile: string
  readonly space?: string
  /** A word to search for. */
  readonly word?: string
  /** The path of a page. */
  readonly page?: string
}

/** One line each to list the organizations, to search and to read a page, if there is something to show. */
export const curlLines = ({ base, tokenFile, space, word, page }: Shown): ReadonlyArray<string> => {
  const curl = (path: string): string =>
    `curl -sS -H "Authorization: Bearer $(cat ${shellWord(tokenFile)})" ${shellWord(`${base}${path}`)}`
  const lines = [curl("/v1/orgs")]
  if (space === undefined) return lines
  const under = `/v1/spaces/${encodeURIComponent(space)}`
  if (word !== undefined) lines.push(curl(`${under}/search?query=${encodeURIComponent(word)}`))
  if (page !== undefined) lines.push(curl(`${under}/content/path/${encodeURIComponent(page)}`))
  return lines
}
