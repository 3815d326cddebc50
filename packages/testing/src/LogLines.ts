/** The log of tests: no line of it may have a secret, whichever engine or server wrote it, and at whichever level. */

/** Secrets by their form, and by where they stand. */
const forms: ReadonlyArray<readonly [what: string, form: RegExp]> = [
  ["an API token", /lct_[A-Za-z0-9_-]{16,}/],
  ["a session's token", /lst_[A-Za-z0-9_.-]{16,}/],
  ["a JSON Web Token", /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+/],
  ["a share key", /(?<!requestId(?:=|":"))(?<![0-9a-f-])[0-9a-f]{32}(?![0-9a-f-])/],
  ["a secret of 256 bits", /(?<![\w-])(?![0-9a-f]{64}(?![\w-]))(?=[\w-]*\d)[\w-]{43,64}(?![\w-])/],
  ["credentials", /\b(?:Bearer|Basic)\s+(?!<redacted>)[\w+/=.-]{8,}/],
  [
    "a visitor's token",
    /(?:jwt_token|visitor_token|x-visitor-token)["']?\s*(?:=|:|%3D)\s*["']?(?!<redacted>)[^\s"'&;,}]+/i
  ],
  ["a share key in a query", /shareKey["']?\s*(?:=|:|%3D)\s*["']?(?!<redacted>)[^\s"'&;,}]+/i],
  ["the signed address of a file", /\/files\/[^\s"']*?\/[0-9a-f]{64}\/(?!<redacted>)[^\s/"']+/],
  ["the signed address of a PDF", /\/pdf\/[^\s/"']+\/[^\s/"']+\/\d{10,}\/(?!<redacted>)[^\s/"']+/],
  ["the signed address of a specification", /\/openapi\/versions\/[^\s/"']+\/[^\s/"']+\/(?!<redacted>|:)[^\s/"'?]+/],
  ["a password in an address", /[a-z][a-z0-9+.-]*:\/\/(?!<redacted>)[^\s/?#"'@:]+:[^\s/?#"'@]+@/i]
]

/** Which secret a line has, if any; `known` ones have no form of their own. */
export const secretIn = (line: string, known: Iterable<string> = []): string | undefined => {
  const form = forms.find(([, pattern]) => pattern.test(line))
  if (form !== undefined) return form[0]
  for (const secret of known) {
    const encoded = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
    if (encoded.some((each) => line.includes(each))) return "a secret that this test chose"
  }
  return undefined
}

const leaks: Array<string> = []

/** Looks at what was logged, line by line, and gives it back; the test that runs fails where a line has a secret. */
export const logged = (text: string, known: ReadonlyArray<string> = []): string => {
  for (const line of text.split("\n")) {
    const secret = secretIn(line, known)
    if (secret !== undefined) leaks.push(`${secret} was logged: ${line.slice(0, 2_000)}`)
  }
  return text
}

/** The lines with secrets since this was last asked. */
export const takeLeaks = (): ReadonlyArray<string> => leaks.splice(0)
