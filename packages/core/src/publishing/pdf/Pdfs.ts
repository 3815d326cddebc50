/**
 * Content as PDF: made once for each revision, and fetched from URLs that expire.
 * @since 0.1.0
 */

import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as FiberId from "effect/FiberId"
import type { ChangeRequestRef } from "../../content/change-requests/ChangeRequest.js"
import { ChangeRequestRepository } from "../../content/change-requests/ChangeRequestRepository.js"
import { viewOf } from "../../content/drafts/ChangeRequestLines.js"
import { makeDownloadKeyOf } from "../../content/files/FileAnswer.js"
import { ItemRepository } from "../../content/items/ItemRepository.js"
import { ComputedPages } from "../../content/openapi-registry/ComputedPages.js"
import { shownItem } from "../../content/reading/ShownContent.js"
import { RevisionRepository } from "../../content/revisions/RevisionRepository.js"
import { type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { sameSecret } from "../../foundation/ids/SameSecret.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import type { Actor } from "../../people/access/Actor.js"
import { makeSpaceReading } from "../../people/access/SpaceReading.js"
import { Visits } from "../../people/access/Visits.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import { OrganizationRepository } from "../../people/organizations/OrganizationRepository.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import type { SiteId } from "../../people/places/Site.js"
import type { SpaceId, SpaceRecord } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { siteSpacesOf } from "../../people/places/Structure.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { putBytes } from "../../storage/blobs/Pieces.js"
import { serviceOf } from "../../storage/services/Service.js"
import { slug } from "../../text/markdown/Slug.js"
import { makePublishedView } from "../sites/published-content/PublishedView.js"
import { ChangeRequestPdfQuery, type PdfAddress, PdfQuery } from "./Pdf.js"
import { makePdfContent, type Selection } from "./PdfContent.js"
import { PdfRenderer } from "./PdfRenderer.js"
import { PdfRepository } from "./PdfRepository.js"
import type { PdfRecord } from "./PdfRows.js"

/** The validity of a URL, in milliseconds. */
const addressLife = 60 * 60 * 1000

/** The cache key of a PDF: a hash of its content and of its layout. */
const pdfKey = (parts: ReadonlyArray<string | number | boolean | undefined>): string =>
  bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts)))).slice(0, 32)

/** The signature in a URL: 128 bits of HMAC-SHA256 with the space's key, in base64url. */
const signPdf = (downloadKey: string, key: string, until: string): string =>
  Encoding.encodeBase64Url(hmac(sha256, utf8ToBytes(downloadKey), utf8ToBytes(`pdf\n${key}\n${until}`)).subarray(0, 16))

/** The URL of a PDF that works without a token until the time `until`, in milliseconds since 1970. */
const pdfAddress = (
  base: string,
  space: string,
  downloadKey: string,
  pdf: { readonly key: string; readonly title: string },
  until: number
): string =>
  `${base}/pdf/${space}/${pdf.key}/${until}/${signPdf(downloadKey, pdf.key, String(until))}/${encodeURIComponent(slug(pdf.title))}.pdf`

/** A PDF with a name to save it under. */
export interface PdfDownload {
  readonly name: string
  readonly hash: string
  readonly bytes: Uint8Array
}

type Made = Effect.Effect<PdfAddress, LecternError, Actor>

/**
 * Makes PDFs of content. A PDF is made once for each revision and selection, however many callers request it. Needs
 * `read` on the space. `NotFound` if the space, the change request or the page does not exist or is not visible;
 * `Conflict` if it would exceed a limit, or in an engine without a typesetter.
 */
export interface PdfsService {
  /** The PDF of a space's content; for a visitor, of the parts that the visitor may read. */
  readonly ofSpace: (space: SpaceId, query: PdfQuery) => Made
  /** The PDF of a space on a published site, as the site shows it to the caller. */
  readonly ofSite: (organization: OrganizationId, site: SiteId, siteSpace: string, query: PdfQuery) => Made
  /** The PDF of a change request's content. */
  readonly ofChangeRequest: (space: SpaceId, changeRequest: ChangeRequestRef, query: ChangeRequestPdfQuery) => Made
  /** The bytes behind a URL, as long as it is valid. Needs no caller: the signature is the permission. */
  readonly download: (
    space: SpaceId,
    key: string,
    until: string,
    signature: string
  ) => Effect.Effect<PdfDownload, LecternError>
}

/** The service of PDFs. */
export class Pdfs extends Context.Tag("@lectern/core/Pdfs")<Pdfs, PdfsService>() {}

/** The time for which a PDF is kept after it was last requested, in milliseconds: a day. */
const kept = 24 * 60 * 60 * 1000

const parseQuery = parser(PdfQuery)
const parseChangeRequestQuery = parser(ChangeRequestPdfQuery)

const settings = ["title", "subtitle", "version", "date", "language", "numbered", "contentsDepth"] as const

/** The layout of a PDF. */
type PdfLook = Pick<PdfQuery, (typeof settings)[number]>

/** A requested PDF: its content and its layout. */
interface Asked extends Selection {
  readonly revision: RevisionId
  readonly look: PdfLook
}

const make = Effect.gen(function* () {
  const { reading } = yield* makeSpaceReading
  const published = yield* makePublishedView
  const visits = yield* Visits
  const requests = yield* ChangeRequestRepository
  const revisions = yield* RevisionRepository
  const organizations = yield* OrganizationRepository
  const items = yield* ItemRepository
  const spaces = yield* SpaceRepository
  const pdfs = yield* PdfRepository
  const blobs = yield* BlobStore
  const renderer = yield* PdfRenderer
  const computedPages = yield* ComputedPages
  const contentOf = yield* makePdfContent
  const { base } = yield* PublicUrls
  const downloadKeyOf = yield* makeDownloadKeyOf
  const scope = yield* Effect.scope
  const running = new Map<string, Deferred.Deferred<PdfRecord, LecternError>>()

  /** Makes a PDF in one fiber that outlives its first caller, and returns the result to all callers. */
  const once = (id: string, making: Effect.Effect<PdfRecord, LecternError>): Effect.Effect<PdfRecord, LecternError> =>
    Effect.uninterruptibleMask((restore) => {
      const started = running.get(id)
      if (started !== undefined) return restore(Deferred.await(started))
      const made = Deferred.unsafeMake<PdfRecord, LecternError>(FiberId.none)
      running.set(id, made)
      return Effect.interruptible(making).pipe(
        Effect.ensuring(Effect.sync(() => running.delete(id))),
        Effect.intoDeferred(made),
        Effect.forkIn(scope),
        Effect.zipRight(restore(Deferred.await(made)))
      )
    })

  const typeset = Effect.fnUntraced(function* (asked: Asked, key: string, author: string) {
    const { look, revision, space } = asked
    const { contentsDepth = 2, language = "en", numbered = false, subtitle, title = space.title, version } = look
    const content = yield* contentOf(asked, { language, numbered })
    const date = look.date ?? (yield* revisions.find(revision))?.createdAt ?? space.createdAt
    const cover = { title, ...(subtitle !== undefined && { subtitle }), ...(version !== undefined && { version }) }
    const { bytes, problems } = yield* renderer.render({
      ...cover,
      author,
      revision,
      date,
      language,
      contentsDepth,
      ...content
    })
    const hash = yield* putBytes(blobs, bytes)
    const now = yield* Clock.currentTimeMillis
    const found = problems.length > 0 && { problems }
    const pdf: PdfRecord = { space: space.id, key, title, hash, keptUntil: now + kept, ...found }
    yield* pdfs.put(pdf)
    yield* pdfs.forget(now)
    return pdf
  })

  const address = Effect.fnUntraced(function* (asked: Asked) {
    const { changes, hidden, look, only, page, revision, space, view } = asked
    if (page !== undefined) {
      const found = yield* shownItem(items, asked, page)
      if (found?.value.kind !== "page") return yield* notFound("page")
    }
    const author = (yield* organizations.find(space.organization))?.value.title ?? ""
    const specifications = yield* computedPages.version(asked)
    const shown = [view.line, revision, page, only, changes, space.title, author, specifications]
    if (hidden !== undefined) shown.push(`without ${hidden.key}, for ${hidden.claimsKey}`)
    const key = pdfKey([renderer.version, ...shown, ...settings.map((setting) => look[setting])])
    const found = yield* pdfs.find(space.id, key)
    const now = yield* Clock.currentTimeMillis
    const isThere = found !== undefined && (yield* blobs.stat(found.hash)) !== undefined
    const pdf = isThere ? found : yield* once(`${space.id}/${key}`, typeset(asked, key, author))
    if (pdf.keptUntil < now + kept / 2) yield* pdfs.put({ ...pdf, keptUntil: now + kept })
    const until = (yield* Clock.currentTimeMillis) + addressLife
    const { problems } = pdf
    const url = pdfAddress(base, space.id, yield* downloadKeyOf(space), pdf, until)
    return { url, ...(problems !== undefined && { problems }) }
  })

  const selection = ({ only = false, page }: PdfQuery) => ({ only, ...(page !== undefined && { page }) })

  const service: PdfsService = {
    ofSpace: Effect.fnUntraced(function* (id, input) {
      const query = yield* parseQuery(input)
      const { hidden, seesSpecs, space } = yield* reading(id, true)
      const { revision, sequence } = space
      const view = { line: id, sequence }
      const opened = { space, view, hidden, seesSpecs }
      return yield* address({ ...opened, revision, changes: false, look: query, ...selection(query) })
    }),
    ofSite: Effect.fnUntraced(function* (organization, site, siteSpace, input) {
      const query = yield* parseQuery(input)
      const sight = yield* published(organization, site, {})
      const node = siteSpacesOf(sight.seen).find(({ id }) => id === siteSpace)
      const space = node && (yield* spaces.find(node.space))?.value
      if (space === undefined || space.deletedAt !== undefined) return yield* notFound("site space")
      const { revision, sequence } = space
      const view = { line: space.id, sequence }
      const hidden = yield* visits.hidden(space, [sight])
      const opened = { space, view, hidden, seesSpecs: true }
      return yield* address({ ...opened, revision, changes: false, look: query, ...selection(query) })
    }),
    ofChangeRequest: Effect.fnUntraced(function* (id, ref, input) {
      const query = yield* parseChangeRequestQuery(input)
      const { hidden, seesSpecs, space } = yield* reading(id, false)
      const request = (yield* requests.find(id, ref))?.value
      if (request === undefined) return yield* notFound("change request")
      const { number, revision, sequence, subject } = request
      return yield* address({
        space,
        hidden,
        seesSpecs,
        view: { ...viewOf(request), sequence },
        revision,
        changes: query.changes ?? false,
        look: {
          subtitle: subject === "" ? `Change request ${number}` : `Change request ${number}: ${subject}`,
          ...query
        },
        ...selection(query)
      })
    }),
    download: Effect.fnUntraced(function* (id, key, until, signature) {
      const space: SpaceRecord | undefined = (yield* spaces.find(id))?.value
      if (space === undefined || space.deletedAt !== undefined) return yield* notFound("PDF")
      const isSigned = sameSecret(signPdf(yield* downloadKeyOf(space), key, until), signature)
      if (!isSigned || (yield* Clock.currentTimeMillis) >= Number(until)) return yield* notFound("PDF")
      const pdf = yield* pdfs.find(id, key)
      const bytes = pdf === undefined ? undefined : yield* blobs.get(pdf.hash)
      if (pdf === undefined || bytes === undefined) return yield* notFound("PDF")
      return { name: `${pdf.title}.pdf`, hash: pdf.hash, bytes }
    })
  }
  return service
})

/** {@link Pdfs} over the services, repositories and ports of the context. */
export const service = serviceOf(Pdfs, make)
