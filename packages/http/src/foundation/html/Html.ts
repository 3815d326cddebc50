/** The common parts of HTML pages. */

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Text escaped for HTML. */
export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** The headers of every HTML page, in addition to its content security policy. */
export const documentHeaders = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY"
} as const

/** The permissions policy, which denies every feature that no page uses. */
export const noPermissions = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"

/** The headers of pages without scripts: only style and icon are loaded. */
export const pageHeaders = {
  ...documentHeaders,
  "cache-control": "no-cache",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "permissions-policy": noPermissions
} as const

/** The icon of the pages: a lectern with an open book. */
export const icon = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
  '<rect width="32" height="32" rx="7" fill="#1d4f7c"/>',
  '<path d="M16 10.5C13.5 8.4 10 8 6.5 8.4v9.2c3.5-.4 7 0 9.5 2.1 2.5-2.1 6-2.5 9.5-2.1V8.4C22 8 18.5 8.4 16 10.5z" fill="#fff"/>',
  '<path d="M16 10.5v9.2" stroke="#1d4f7c" stroke-width="1.4"/>',
  '<path d="M16 21v4M11.5 26h9" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>'
].join("")
