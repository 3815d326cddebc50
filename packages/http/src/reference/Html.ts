/** The common parts of HTML pages without scripts. */

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

/** Text with `code` in backticks. */
export const prose = (text: string): string => escape(text).replace(/`([^`]+)`/g, "<code>$1</code>")

/** A paragraph of {@link prose}; nothing for no text. */
export const paragraph = (text: string): string => (text === "" ? "" : `<p>${prose(text)}</p>`)

/** The headers of every HTML page, besides its content security policy. */
export const documentHeaders = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY"
} as const

/** The permissions policy, which denies what no page uses. */
export const noPermissions = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"

/** The headers of the public pages: nothing is loaded but style and icon, no script runs. */
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

/** The style of the pages. */
export const style = `:root{color-scheme:light dark;--line:#d8dde3;--soft:#f4f6f8;--dim:#59636e;--link:#0b5cad;--get:#0b5cad;--post:#1a7431;--patch:#8f4d00;--delete:#b3261e}
@media(prefers-color-scheme:dark){:root{--line:#3a424b;--soft:#1c2229;--dim:#9aa5b1;--link:#7ab8ff;--get:#7ab8ff;--post:#6fd08c;--patch:#f0b45f;--delete:#ff8f87;background:#12161b;color:#e6eaee}}
*{box-sizing:border-box}body{font:16px/1.55 system-ui,sans-serif;margin:0;overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:baseline;padding:.75rem 1rem;border-bottom:1px solid var(--line)}header strong a{color:inherit;text-decoration:none}
main{padding:1rem;max-width:60rem}nav{padding:1rem;border-top:1px solid var(--line);font-size:.9rem}nav ul,main ul.list{list-style:none;padding:0;margin:0}nav li a{display:block;padding:.3rem 0}nav li li a{padding-left:.9rem;color:var(--dim)}
a{color:var(--link);text-underline-offset:.15em}nav a{text-decoration:none}nav a[aria-current]{font-weight:600;color:inherit}
h1{font-size:1.6rem;line-height:1.25;margin:.25rem 0 .5rem}h2{font-size:1.2rem;margin:0}h3{font-size:.95rem;margin:1.25rem 0 .25rem}p{margin:.35rem 0}
article{border-top:1px solid var(--line);padding:1.25rem 0;scroll-margin-top:.5rem}article:target>h2{text-decoration:underline}.groups{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(18rem,100%),1fr));gap:0 2rem;margin-top:1rem}.groups article{padding:.75rem 0}.title{display:flex;gap:.75rem;align-items:center}
dl{margin:0}dt{margin-top:.6rem}dd{margin:0 0 0 1rem;color:var(--dim)}dd dl{border-left:2px solid var(--line);padding-left:.75rem}
code,pre{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}code{background:var(--soft);border-radius:.25rem;padding:.05em .25em}
pre{padding:.75rem;background:var(--soft);border-radius:.4rem;white-space:pre-wrap;margin:.35rem 0}pre code{padding:0}
small{color:var(--dim);font-size:.85em}details{margin:.35rem 0}summary{cursor:pointer}.list li{padding:.3rem 0;display:flex;gap:.6rem}.list b{flex:0 0 4rem}
b.m{font:600 .8rem/1.9 ui-monospace,monospace;color:var(--get)}b.post,b.put{color:var(--post)}b.patch{color:var(--patch)}b.delete{color:var(--delete)}
@media(min-width:60rem){.columns{display:grid;grid-template-columns:16rem minmax(0,1fr)}.columns main{grid-column:2;grid-row:1;padding:1rem 2rem}.columns nav{grid-column:1;grid-row:1;border-top:0;border-right:1px solid var(--line);position:sticky;top:0;max-height:100vh;overflow-y:auto}.jump{display:none}}`

/** The parts of a page. */
export interface Page {
  readonly title: string
  /** The relative path from the page to the root of the server: empty for `/` and `/docs`, `../` for pages below. */
  readonly up: string
  readonly header?: string
  readonly main: string
  /** The list of pages; after the content, so that a small screen shows the content first. */
  readonly nav?: string
}

/** A whole page. */
export const html = ({ header, main, nav, title, up }: Page): string =>
  [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>`,
    `<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" type="image/svg+xml" href="${up}favicon.svg">`,
    `<link rel="stylesheet" href="${up}docs/style.css"></head><body>${header === undefined ? "" : `<header>${header}</header>`}`,
    nav === undefined
      ? `<main>${main}</main>`
      : `<div class="columns"><main>${main}</main><nav id="list" aria-label="Pages">${nav}</nav></div>`,
    "</body></html>"
  ].join("\n")
