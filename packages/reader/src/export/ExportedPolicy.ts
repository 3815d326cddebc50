/** The policies of exported pages: in the pages, for every host, and in a file for hosts that send headers from one. */
import { html } from "../html/Html.js"

const directivesOf = (policy: string): ReadonlyArray<string> => policy.split(";").map((each) => each.trim())

/** The directives that browsers ignore in a page. */
const onlyInHeaders = /^(?:frame-ancestors|sandbox|report-)/

const charset = '<meta charset="utf-8">'

/** A page with the policy that its server would have sent in it. It also allows the files next to it on a disk. */
export const withPolicy = (page: string, policy: string | undefined): string => {
  if (policy === undefined) return page
  const own = directivesOf(policy)
    .filter((each) => !onlyInHeaders.test(each))
    .map((each) => each.replace("'self'", "'self' file:"))
  const meta = html`<meta http-equiv="content-security-policy" content="${own.join("; ")}">`
  return page.replace(charset, () => `${charset}${meta.text}`)
}

/** The policy of a page that redirects, whose script has this source. */
export const redirectPolicy = (source: string): string => `default-src 'none'; script-src ${source}`

/** The inline scripts that a policy allows in addition to the site's scripts, by their hashes. */
export const hashesIn = (policy: string | undefined): ReadonlyArray<string> =>
  directivesOf(policy ?? "")
    .filter((each) => each.startsWith("script-src "))
    .flatMap((each) => each.split(" ").filter((source) => source.startsWith("'sha256-")))

/**
 * The list of headers, in the form that Netlify and Cloudflare Pages read. All pages have one policy there. Each page
 * also has its own policy, which limits styles too.
 */
export const headersFile = (basePath: string, hashes: ReadonlySet<string>): string =>
  [
    `${basePath}*`,
    `  Content-Security-Policy: default-src 'none'; style-src 'self' 'unsafe-inline'; script-src ${["'self'", ...hashes].join(" ")}; img-src 'self' https: data:; media-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`,
    "  Referrer-Policy: strict-origin-when-cross-origin",
    "  X-Content-Type-Options: nosniff",
    "  X-Frame-Options: SAMEORIGIN",
    `${basePath}assets/files/*`,
    "  Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'",
    ""
  ].join("\n")
