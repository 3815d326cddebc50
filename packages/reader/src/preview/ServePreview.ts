/**
 * Serves previews: the pages of a change request as they will be, with changes marked, and those of a space as they are
 * typed, for callers who may read them.
 */
import { Actor, type ActorValue } from "@lectern/core/access/Actor"
import { type ChangeRequest, ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { FileId } from "@lectern/core/content/File"
import { PageId } from "@lectern/core/content/Page"
import { type LecternError, notFound } from "@lectern/core/errors/Errors"
import { SiteSpaceId } from "@lectern/core/internal/people/places/Structure"
import { usualLook } from "@lectern/core/internal/publishing/site-reading/ReadLooks"
import type { ReadPage, ReadSite } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import { type OutlineEntry, outlineOf } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import { SitePages } from "@lectern/core/internal/publishing/site-reading/SitePages"
import { LiveTexts } from "@lectern/core/live-texts/LiveTexts"
import { Sessions } from "@lectern/core/sessions/Sessions"
import { SiteId } from "@lectern/core/sites/Site"
import { type At, Contents } from "@lectern/core/space-content/Contents"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { fileAnswer } from "@lectern/http/internal/content/files/FileDownload"
import type { Answer, HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import { type HostSignIn, hostSignInAt } from "@lectern/http/internal/foundation/dispatcher/HostSignIn"
import { sessionOf } from "@lectern/http/internal/people/sessions/SessionCookie"
import * as Effect from "effect/Effect"
import { bodyTask } from "../content/BodyTask.js"
import { type Html, html, trusted } from "../html/Html.js"
import { encodedPath, pageHref, type Reading } from "../site/Addresses.js"
import { framedAnswer, htmlAnswer, movedTo, textAnswer } from "../site/Answers.js"
import { generatedPath, ownPrefix } from "../site/Generated.js"
import { nowhere } from "../site/Nowhere.js"
import { bodyText, pageView } from "../site/PageView.js"
import { partsOf, withQuery } from "../site/RequestParts.js"
import { assets } from "../theme/Assets.js"
import { previewAssets, previewPaths } from "./PreviewAssets.js"
import { newPage, pageChanges, previewNotice } from "./PreviewNotice.js"
import { previewResults, previewSearch } from "./PreviewSearch.js"

/** A request below the path of a preview. */
export interface PreviewRequest {
  readonly space: string
  /** The id or the number of a change request, or {@link main}. */
  readonly changeRequest: string
  /** The path of the preview's URL, with a trailing slash. */
  readonly root: string
  /** The rest of the path, decoded, without leading and trailing slashes. */
  readonly path: string
  readonly query: URLSearchParams
  readonly request: HttpRequest
}

/** What stands in a path in the place of a change request for the content that no request changes. */
const main = "main"

/** Answers are private to the reader and never cached. */
const audience = { isPersonal: true, isListed: false } as const

/** The maximum number of listed changes. */
const mostChanges = 200

/** A page that has no text. */
const nothing: ReadPage = {
  markdown: "",
  nodes: [],
  operations: [],
  requests: [],
  files: new Map(),
  isConditional: false
}

/** The options of serving previews. */
export interface PreviewOptions {
  readonly icon: (name: string) => Html | undefined
  readonly baseUrl: string
  /** Finds callers whom an embedding host has signed in, in place of sessions of the console. */
  readonly host: HostSignIn | undefined
  /** Where the host signs people in. */
  readonly signInUrl: string | undefined
}

/** Answers requests for previews, over the services of the context. */
export const makeServePreview = ({ baseUrl, host, icon, signInUrl }: PreviewOptions) =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const requests = yield* ChangeRequests
    const contents = yield* Contents
    const pages = yield* SitePages
    const spaces = yield* Spaces
    const live = yield* LiveTexts
    const basePath = new URL(baseUrl).pathname.replace(/\/+$/, "")

    /** The page; `undefined` if it does not exist. */
    const read = (space: SpaceId, page: string, at: At | undefined, markdown?: string) =>
      Effect.catchTag(pages.draft(space, page, at, markdown), "NotFound", () => Effect.succeed(undefined))

    /** The text of a page as it is typed; `undefined` for those who may not edit it, and where nobody can. */
    const typed = (space: SpaceId, page: string, changeRequest: ChangeRequestRef | undefined) =>
      live
        .get(space, PageId.make(page), changeRequest === undefined ? {} : { changeRequest })
        .pipe(Effect.catchAll(() => Effect.succeed(undefined)))

    const fileAt = Effect.fnUntraced(function* (
      asked: PreviewRequest,
      space: SpaceId,
      at: At | undefined,
      ref: ChangeRequestRef | undefined
    ) {
      const id = FileId.make(asked.path.split("/")[3] ?? "")
      const { downloadURL } = yield* contents.file(space, id, at)
      // The URL ends with the id, the hash, the signature and the name; a file of a request has the request's id before
      // them.
      const [home, , hash = "", signature = ""] = new URL(downloadURL).pathname.split("/").slice(-5)
      const own = home === space ? undefined : ref
      const file = yield* contents.download(space, id, hash, signature, own)
      return yield* fileAnswer(file, hash, asked.request, "private, no-store")
    })

    /** What a change request changes, and a page before it, if the request changes the page. */
    const comparedWith = Effect.fnUntraced(function* (space: SpaceId, change: ChangeRequest, page: string) {
      const { id, revisionInitial, revisionMergedAncestor } = change
      const { changes, more = 0 } = yield* requests.changes(space, id, { limit: mostChanges })
      const changed = pageChanges(changes)
      const kind = changed.find((each) => each.id === page)?.kind
      const base: At = { revision: revisionMergedAncestor ?? revisionInitial }
      const before = kind === "edited" || kind === "moved" ? yield* read(space, page, base) : undefined
      return { changed, more, kind, before }
    })

    const seen = Effect.fnUntraced(function* (asked: PreviewRequest) {
      const { path, query, request, root } = asked
      const space = SpaceId.make(asked.space)
      const ref = asked.changeRequest === main ? undefined : ChangeRequestRef.make(asked.changeRequest)
      const at = ref === undefined ? undefined : { changeRequest: ref }
      const version = yield* contents.version(space, at)
      if (path === "~/version") {
        const text = yield* typed(space, query.get("page") ?? "", ref)
        return textAnswer(request, audience, "text/plain", `${version} ${text?.version ?? ""}`)
      }
      if (path.startsWith("~/files/")) return yield* fileAt(asked, space, at, ref)
      const change = ref === undefined ? undefined : yield* requests.get(space, ref)
      const { organization, title } = yield* spaces.get(space)
      const tree = yield* contents.pages(space, at, { metadata: false })
      const outline = outlineOf(tree.pages, { version, isConditional: false })
      const siteSpace = { id: SiteSpaceId.make("preview"), space, title, path: "", isDefault: true }
      const section = { title: "", isDefault: true, siteSpaces: [siteSpace] }
      const site: ReadSite = {
        organization,
        id: SiteId.make("preview"),
        title,
        visibility: "unlisted",
        address: new URL(root, baseUrl).href,
        isConditional: false,
        sections: [section],
        look: usualLook
      }
      const reading: Reading = { icon, language: "en", site, root, section, siteSpace, outline }
      const hrefOf = (id: string): string | undefined => {
        const entry = outline.byId.get(id)
        return entry === undefined || entry.type === "link" ? undefined : pageHref(root, siteSpace, outline, entry)
      }
      const generated = generatedPath([], outline)
      if (path === generated("search") || path === `${ownPrefix}search`) {
        const words = query.get("q") ?? ""
        return query.has("part")
          ? textAnswer(request, audience, "text/html", previewResults(reading, words).text)
          : htmlAnswer(request, audience, previewSearch(reading, generated, words))
      }
      const exact: OutlineEntry | undefined = path === "" ? outline.first : outline.byPath.get(path)
      const entry = exact ?? (path.endsWith(".md") ? outline.byPath.get(path.slice(0, -3)) : undefined)
      if (entry === undefined) return yield* notFound("page")
      const text = yield* typed(space, entry.id, ref)
      const now = (yield* read(space, entry.id, at, text?.markdown)) ?? nothing
      if (exact === undefined) return textAnswer(request, audience, "text/markdown", now.markdown)
      const compared = change === undefined ? undefined : yield* comparedWith(space, change, entry.id)
      const before = compared?.before
      const files = new Map([...(before?.files ?? []), ...now.files])
      const shown = pageView({
        reading,
        entry,
        variants: [],
        canonical: `${new URL(baseUrl).origin}${pageHref(root, siteSpace, outline, entry)}`,
        files,
        body: yield* pages.compute(bodyTask, bodyText(reading, entry, { ...now, before, files })),
        to: () => undefined,
        generated,
        hasNoFeed: true,
        extra: {
          head: html`<meta name="lectern-page" content="${entry.id}"><link rel="stylesheet" href="${root}${previewPaths.style}"><script src="${root}${previewPaths.script}" defer></script>`,
          above: html`${
            change !== undefined &&
            compared !== undefined &&
            html`${previewNotice(change, compared.changed, compared.more, hrefOf)}${compared.kind === "added" && newPage}`
          }`
        }
      })
      return framedAnswer(request, audience, shown)
    })

    /** The caller of a request, by the session of the host, or else of the console. */
    const callerOf = (request: HttpRequest): Effect.Effect<ActorValue | undefined, LecternError> => {
      if (host !== undefined) return Effect.map(host(request), (caller) => caller?.actor)
      const secret = sessionOf(request)
      if (secret === undefined) return Effect.succeed(undefined)
      return Effect.catchTag(sessions.authenticate(secret), "Unauthenticated", () => Effect.succeed(undefined))
    }

    /** Sends somebody who is not signed in to do so. */
    const signInFor = ({ path, request, root }: PreviewRequest): Answer => {
      const next = withQuery(`${root}${encodedPath(path)}`, partsOf(request).search)
      if (host === undefined) {
        return movedTo(`${basePath}/login?next=${encodeURIComponent(next.slice(basePath.length))}`, 303)
      }
      return signInUrl === undefined ? nowhere(request) : movedTo(hostSignInAt(signInUrl, baseUrl, next), 303)
    }

    return (asked: PreviewRequest): Effect.Effect<Answer, LecternError> => {
      const asset = previewAssets.get(asked.path) ?? assets.get(asked.path)
      if (asset !== undefined) {
        const headers = { "cache-control": "public, max-age=31536000, immutable" }
        return Effect.succeed({ status: 200, headers, ...asset, compressible: true, sameOrigin: true })
      }
      return Effect.flatMap(callerOf(asked.request), (caller) =>
        caller === undefined
          ? Effect.succeed(signInFor(asked))
          : Effect.provideService(seen(asked), Actor, caller).pipe(
              Effect.catchTag("Unauthenticated", () => Effect.succeed(signInFor(asked))),
              Effect.catchTag("NotFound", () => Effect.succeed(nowhere(asked.request)))
            )
      )
    }
  })

/** The SVG of an icon as HTML. */
export const iconsAsHtml =
  (icons: (name: string) => string | undefined) =>
  (name: string): Html | undefined => {
    const svg = icons(name)
    return svg === undefined ? undefined : trusted(svg)
  }
