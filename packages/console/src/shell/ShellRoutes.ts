/** The page of the console, the same at every address below `/app`, and the files that it loads. */
import { notFound } from "@lectern/core/errors/Errors"
import { tags } from "@lectern/core/internal/engine/Services"
import type { Answer } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import type { PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import { documentHeaders, escape, noPermissions } from "@lectern/http/internal/foundation/html/Html"
import { sessionOf } from "@lectern/http/internal/people/sessions/SessionCookie"
import * as Effect from "effect/Effect"
import { formCookie, formTokenOf, newFormToken } from "../visits/Cookies.js"
import { canonical, hereOf, type Site } from "../visits/Site.js"
import type { ClientFile, ClientFiles } from "./ClientFiles.js"

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

const headers = {
  ...documentHeaders,
  "cache-control": "no-store",
  "content-security-policy": policy,
  "permissions-policy": noPermissions
}

const page = ({ at, origin }: Site, { script, style }: ClientFiles, token: string): string => {
  const asset = (name: string) => escape(at(`/app/assets/${name}`))
  return [
    `<!doctype html><html lang="en" data-base="${escape(at("").slice(origin.length))}" data-form="${escape(token)}">`,
    '<head><meta charset="utf-8"><title>Lectern</title><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta name="robots" content="noindex"><link rel="icon" type="image/svg+xml" href="${at("/favicon.svg")}">`,
    `<link rel="stylesheet" href="${asset(style)}"><script type="module" src="${asset(script)}"></script></head>`,
    `<body><div id="app"></div><noscript><main class="home"><h1>Lectern</h1><p>The console needs JavaScript. <a href="${at("/account")}">Your account</a> and published sites do not.</p></main></noscript></body></html>`
  ].join("\n")
}

/** The routes of the console's page at a site. */
export const shellRoutes = (site: Site, files: () => Promise<ClientFiles>) =>
  Effect.gen(function* () {
    const sessions = yield* tags.sessions
    const compressed = new Map<ClientFile, NonNullable<Answer["compressed"]>>()

    const shell: PlainRoute["answer"] = (_, request) =>
      Effect.gen(function* () {
        const to = (location: string): Answer => ({ status: 303, headers: { ...headers, location }, sameOrigin: true })
        const here = hereOf(request)
        const elsewhere = canonical(site, request)
        if (elsewhere !== undefined) return to(site.at(elsewhere))
        const session = sessionOf(request)
        const caller =
          session === undefined
            ? undefined
            : yield* Effect.catchTag(sessions.authenticate(session), "Unauthenticated", () => Effect.succeed(undefined))
        if (caller === undefined || !site.isSafe) return to(site.at(`/login?next=${encodeURIComponent(here)}`))
        // Until they have a second factor, where one is required, they can do nothing here.
        if (caller.kind === "user" && caller.session?.lacksSecondFactor === true) return to(site.at("/account"))
        const known = formTokenOf(request)
        const token = known ?? newFormToken()
        const found = yield* Effect.promise(files)
        return {
          status: 200,
          headers: { ...headers, ...(known === undefined && formCookie(token)) },
          contentType: "text/html; charset=utf-8",
          body: page(site, found, token),
          sameOrigin: true,
          compressible: true
        }
      })

    const asset: PlainRoute["answer"] = ({ file = "" }) =>
      Effect.gen(function* () {
        const found = (yield* Effect.promise(files)).files.get(file)
        if (found === undefined) return yield* notFound("file")
        const once = compressed.get(found) ?? {}
        compressed.set(found, once)
        return {
          status: 200,
          headers: {
            "cache-control": "public, max-age=31536000, immutable",
            "cross-origin-resource-policy": "same-origin"
          },
          ...found,
          compressible: true,
          compressed: once
        }
      })

    const get = (path: string, operation: string, answer: PlainRoute["answer"]): PlainRoute => ({
      kind: "plain",
      method: "GET",
      path,
      operation,
      answer
    })
    return [
      get("/app", "openApp", shell),
      get("/app/*path", "openAppPage", shell),
      get("/app/assets/:file", "appAsset", asset)
    ]
  })
