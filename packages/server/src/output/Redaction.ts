/** Removes secrets from the output of the program: from every line of its log, and from every note. */

const redacted = "<redacted>"

/** Names of query parameters, fields, headers and cookies whose values are secrets. */
const names =
  "jwt_token|visitor_token|x-visitor-token|sharekey|share_key|authorization|cookie|set-cookie|password|passwd|secret|" +
  "signature|token|access_token|refresh_token|api_key|apikey|admin_?token|privatekey|private_key|downloadkey|signingkey"

type Rules = ReadonlyArray<readonly [pattern: RegExp, replacement: string]>

/** Patterns that match only secrets. */
const certain: Rules = [
  // API tokens of this engine.
  [/lct_[A-Za-z0-9_-]{4,}/g, `lct_${redacted}`],
  [/lst_[A-Za-z0-9_.-]{4,}/g, `lst_${redacted}`],
  // JSON Web Tokens, anywhere in a line.
  [/\beyJ[A-Za-z0-9_-]{2,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?/g, redacted],
  [/\b(Bearer|Basic)(\s+|%20|\+)[^\s"'\\,;]+/gi, `$1 ${redacted}`],
  // User names and passwords in URLs.
  [/([a-z][a-z0-9+.-]*(?::|%3A)(?:\/\/|%2F%2F))[^\s/?#"'\\@]+(?::|%3A)[^\s/?#"'\\]*(?:@|%40)/gi, `$1${redacted}@`]
]

/** Patterns of likely secrets, by context or length. False positives do no harm in a log. */
const likely: Rules = [
  // The signatures in URLs of files, PDFs and specifications.
  [/(\/files\/[^\s"']*?\/[0-9a-f]{64}\/)[^\s/"'\\]+/gi, `$1${redacted}`],
  [/(\/pdf\/[^\s/"']+\/[^\s/"']+\/\d+\/)[^\s/"'\\]+/gi, `$1${redacted}`],
  [/(\/openapi\/versions\/[^\s/"']+\/[^\s/"']+\/)[^\s/"'\\?]+/gi, `$1${redacted}`],
  // The query with which an OpenID provider redirects a browser back.
  [/(\/openid\/[^\s"'?]*callback\?)[^\s"']+/gi, `$1${redacted}`],
  // One-time links, whole or cut short.
  [/(\/login\/link\/)[^\s/?#"'\\]+/gi, `$1${redacted}`],
  // The ids of link invites. Knowing one is enough to join.
  [/(\/(?:link-invites|invites)\/)[A-Za-z0-9_-]{40,}/gi, `$1${redacted}`],
  // The keys of share links, which have 128 bits in hexadecimal; names of blobs have 256. Many proxies make ids of
  // requests that look the same.
  [/(?<!requestId(?:=|":"))(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/gi, redacted],
  // Any text as long as a secret that is not a hash.
  [/(?<![A-Za-z0-9_-])(?![0-9a-f]{64}(?![A-Za-z0-9_-]))[A-Za-z0-9_-]{43,}(?![A-Za-z0-9_-])/g, redacted],
  [
    new RegExp(
      String.raw`((?:^|[^a-z])(?:${names})\\*["']?\s*(?:=|:|%3D)\s*\\*["']?)(?!<redacted>)[^\s"'\\&,;}]+`,
      "gi"
    ),
    `$1${redacted}`
  ]
]

const known = new Set<string>()

/** Hides a secret without a recognisable form, such as a chosen administrator's token. */
export const hideSecret = (secret: string): void => {
  for (const form of [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString("base64")
  ]) {
    known.add(form)
  }
}

const cleaned = (text: string, rules: Rules): string => {
  let clean = text
  for (const secret of known) clean = clean.replaceAll(secret, redacted)
  for (const [pattern, replacement] of rules) clean = clean.replace(pattern, replacement)
  return clean
}

/** A line of the log without secrets. */
export const withoutSecrets = (line: string): string => cleaned(line, [...certain, ...likely])

/** The request ids that most clients and proxies send, which no rule hides. */
const plainId = /^[0-9a-f-]{1,36}$/

/** Whether the log shows a request id from a client unredacted. */
export const showsRequestId = (id: string): boolean => {
  for (const secret of known) if (id.includes(secret)) return false
  return plainId.test(id) || withoutSecrets(`requestId=${id}`) === `requestId=${id}`
}

/** A message for a person, cleaned by the `certain` patterns only, so that file names and the like are unchanged. */
export const withoutCredentials = (message: string): string => cleaned(message, certain)
