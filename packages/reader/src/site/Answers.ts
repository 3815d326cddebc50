/** The answers of a site, with their caching and security headers. */
import { isKnownTo, shortHash } from "@lectern/http/internal/foundation/dispatcher/EntityTag"
import type { Answer, HttpRequest, StreamedBody } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import type { RenderedPage } from "../theme/Layout.js"
import { partsOf, withQuery } from "./RequestParts.js"

/** Who may cache an answer: shared answers must be revalidated, and personal ones are not stored. */
export interface Audience {
  /** Whether it depends on the reader. */
  readonly isPersonal: boolean
  /** Whether search engines may list it. */
  readonly isListed: boolean
}

/** The policy of the resources that a page may load; `style` allows the style in its head, `frames` who may frame it. */
const policyWith = (style: string, frames: "none" | "self" = "none"): string =>
  `default-src 'none'; style-src 'self'${style}; script-src 'self'; img-src 'self' https: data:; media-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors '${frames}'`

const security = {
  "content-security-policy": policyWith(""),
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-frame-options": "DENY"
} as const

const shared = "public, no-cache"

/** Whether an answer is the same for every reader without credentials, until something changes. */
export const isShared = ({ headers }: Answer): boolean => headers?.["cache-control"] === shared

const headersFor = ({ isListed, isPersonal }: Audience): Record<string, string> => ({
  ...security,
  "cache-control": isPersonal ? "private, no-store" : shared,
  ...(isPersonal && { "referrer-policy": "no-referrer" }),
  ...(!isListed && { "x-robots-tag": "noindex" })
})

/** Further options of an answer. */
interface AnswerOptions {
  readonly status?: number
  readonly headers?: Record<string, string>
  /** The tag of the text, if it is known. */
  readonly tag?: string
}

/** The entity tag of a text. */
export const tagOf = (body: string): string => shortHash(body)

/** A text that may be cached until it changes, by the caches that the audience allows. */
export const textAnswer = (
  request: HttpRequest,
  audience: Audience,
  contentType: string,
  body: string,
  more: AnswerOptions = {}
): Answer => {
  const { status = 200 } = more
  const headers = { ...headersFor(audience), ...more.headers }
  const answer = { contentType: `${contentType}; charset=utf-8`, sameOrigin: true, headers }
  if (audience.isPersonal || status !== 200) return { ...answer, status, body, compressible: true }
  const tag = more.tag ?? tagOf(body)
  if (isKnownTo(request, tag)) return { ...answer, status: 304, tag }
  return { ...answer, status, tag, body, compressible: true }
}

/** A text that is sent as it is read; it is not cached. */
export const streamedAnswer = (audience: Audience, contentType: string, body: StreamedBody): Answer => ({
  status: 200,
  contentType: `${contentType}; charset=utf-8`,
  sameOrigin: true,
  headers: headersFor(audience),
  body
})

/** An HTML page. */
export const htmlAnswer = (
  request: HttpRequest,
  audience: Audience,
  { body, styleSource }: RenderedPage,
  more: AnswerOptions = {}
): Answer => {
  const headers = { ...more.headers, "content-security-policy": policyWith(` ${styleSource}`) }
  return textAnswer(request, audience, "text/html", body, { ...more, headers })
}

/** An HTML page that pages of the same origin may show in a frame. */
export const framedAnswer = (request: HttpRequest, audience: Audience, page: RenderedPage): Answer => {
  const policy = policyWith(` ${page.styleSource}`, "self")
  const headers = { "content-security-policy": policy, "x-frame-options": "SAMEORIGIN" }
  return textAnswer(request, audience, "text/html", page.body, { headers })
}

/** The style sheet of a site, whose URL changes with its content. */
export const sheetAnswer = ({ isPersonal }: Audience, { body }: { readonly body: string }): Answer => ({
  status: 200,
  contentType: "text/css; charset=utf-8",
  sameOrigin: true,
  headers: { ...security, "cache-control": `${isPersonal ? "private" : "public"}, max-age=31536000, immutable` },
  body,
  compressible: true
})

/** A redirect. It is not cached if it depends on the reader. */
export const movedTo = (
  location: string,
  status: 301 | 302 | 303 | 308,
  more: Record<string, string> = {}
): Answer => ({
  status,
  headers: { ...security, "cache-control": "no-store", "referrer-policy": "no-referrer", location, ...more },
  sameOrigin: true
})

/** The permanent redirect of a request to the path of what it asks for, with its query. */
export const movedPage = (request: HttpRequest, path: string): Answer =>
  movedTo(withQuery(path, partsOf(request).search), 308)

const weightOf = (range: string): number => Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1)

/** Whether a client asks for markdown rather than for HTML. */
export const prefersMarkdown = (accept: string | undefined): boolean => {
  if (accept === undefined || !accept.includes("markdown")) return false
  const ranges = accept.toLowerCase().split(",")
  const weight = (type: string) =>
    Math.max(0, ...ranges.filter((range) => range.trim().split(";")[0]?.trim() === type).map(weightOf))
  return weight("text/markdown") > 0 && weight("text/markdown") >= weight("text/html")
}
