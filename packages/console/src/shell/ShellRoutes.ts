/** The page of the console, the same at every address below `/app`, and the files that it loads. */
import { notFound } from "@lectern/core/errors/Errors"
import type { PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import { escape, noPermissions } from "@lectern/http/internal/foundation/html/Html"
import * as Effect from "effect/Effect"
import { whenHostSignedIn } from "../visits/HostVisits.js"
import { whenSignedIn } from "../visits/SignedIn.js"
import type { Site } from "../visits/Site.js"
import { makeRoute, type Shown } from "../visits/Visit.js"
import type { ClientFiles } from "./ClientFiles.js"

/**
 * Scripts and styles come from this origin only. Pictures of pages may come from elsewhere, and so may what a person is
 * about to upload.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' https: data: blob:",
  "font-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'"
].join("; ")

const headers = { "content-security-policy": policy, "permissions-policy": noPermissions }

/** What the scripts of the page need to know about how people sign in. */
const signInData = ({ base, host }: Site, token: string): string =>
  host === undefined
    ? `data-form="${escape(token)}"`
    : `data-sign-in="${host.signInUrl === undefined ? "" : escape(new URL(host.signInUrl, base).href)}"`

const page = (site: Site, { script, style, worker }: ClientFiles, hasReader: boolean, token: string): string => {
  const { at, host, origin } = site
  const asset = (name: string) => escape(at(`/app/assets/${name}`))
  const others =
    host === undefined
      ? ` <a href="${at("/account")}">Your account</a> and published sites do not.`
      : " Published sites do not."
  return [
    `<!doctype html><html lang="en" data-base="${escape(at("").slice(origin.length))}" ${signInData(site, token)} data-worker="${escape(worker)}"${hasReader ? " data-reader" : ""}>`,
    '<head><meta charset="utf-8"><title>Lectern</title><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta name="robots" content="noindex"><link rel="icon" type="image/svg+xml" href="${at("/favicon.svg")}">`,
    `<link rel="stylesheet" href="${asset(style)}"><script type="module" src="${asset(script)}"></script></head>`,
    `<body><div id="app"></div><noscript><main class="home"><h1>Lectern</h1><p>The console needs JavaScript.${others}</p></main></noscript></body></html>`
  ].join("\n")
}

/** The routes of the console's page at a site, which may have the reader at the same origin. */
export const shellRoutes = (site: Site, files: () => Promise<ClientFiles>, hasReader: boolean) =>
  Effect.gen(function* () {
    const signedIn = site.host === undefined ? yield* whenSignedIn() : whenHostSignedIn(site, site.host)
    const route = makeRoute(site)
    const shell = signedIn(({ caller, token }) =>
      // Until they have a second factor, where one is required, they can do nothing here.
      caller.session.lacksSecondFactor
        ? Effect.succeed<Shown>({ to: "/account" })
        : Effect.map(
            Effect.promise(files),
            (found): Shown => ({ document: page(site, found, hasReader, token), headers })
          )
    )
    const asset: PlainRoute = {
      kind: "plain",
      method: "GET",
      path: "/app/assets/:file",
      operation: "appAsset",
      answer: ({ file = "" }) =>
        Effect.flatMap(Effect.promise(files), ({ files: all }) => {
          const found = all.get(file)
          if (found === undefined) return notFound("file")
          return Effect.succeed({
            status: 200,
            headers: {
              "cache-control": "public, max-age=31536000, immutable",
              "cross-origin-resource-policy": "same-origin"
            },
            ...found,
            compressible: true
          })
        })
    }
    return [route("GET", "/app", "openApp", shell), route("GET", "/app/*path", "openAppPage", shell), asset]
  })
