/**
 * Typesets a document in parts, at most two in parallel, and joins them, so that memory use does not grow with the
 * document.
 */
import type { PdfDocument, PdfFile } from "@lectern/core/pdf/PdfDocument"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type FrameSheet, headingsOnly, placesOf } from "./Frame.js"
import { Joining } from "./join/Join.js"
import { type Part, partsOf } from "./Parts.js"
import { fontsOf, problemsOf, type Share } from "./Prepare.js"
import type { Typeset } from "./Typeset.js"

/** A share of a document that is typeset by itself. */
export interface ShareRequest {
  readonly document: PdfDocument
  readonly share: Share
  /** Whether it is typeset alone, so that it may use more memory. */
  readonly isAlone: boolean
}

/** How many parts are typeset in parallel. */
const atOnce = 2

const filesIn = (value: unknown, found: Set<string>): Set<string> => {
  if (Array.isArray(value)) for (const each of value) filesIn(each, found)
  else if (typeof value === "object" && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      if (key === "file" && typeof each === "string") found.add(each)
      else filesIn(each, found)
    }
  }
  return found
}

/** The files that some pages show. */
const filesOf = ({ files }: PdfDocument, pages: PdfDocument["pages"]): ReadonlyArray<PdfFile> => {
  const shown = filesIn(pages, new Set())
  return files.filter(({ id }) => shown.has(id))
}

const bodyOf = (document: PdfDocument, { pages }: Part, share: Pick<Share, "fonts">): Omit<ShareRequest, "isAlone"> => {
  const shown = pages.map(({ page }) => page)
  return {
    document: { ...document, pages: shown, files: filesOf(document, shown) },
    share: {
      ...share,
      mode: "body",
      beginnings: pages.map(({ begins }) => begins),
      continued: pages.map(({ isContinued }) => isContinued)
    }
  }
}

/**
 * Typesets a document in parts of about `sheets` sheets, each with `set`. A part that fails with an error for which
 * `isTooLarge` holds is retried alone; a part that consists of one overlong block is typeset alone right away.
 */
export const typesetInParts = <E>(
  document: PdfDocument,
  sheets: number,
  set: (request: ShareRequest) => Effect.Effect<Typeset, E>,
  isTooLarge: (error: E) => boolean = () => false
): Effect.Effect<Typeset, E> =>
  Effect.gen(function* () {
    const fonts = fontsOf(document)
    const headings = headingsOnly(document)
    const joining = new Joining(placesOf(headings))
    const told: Array<FrameSheet> = []
    let unread = 0
    let isAccessible = true
    const places = yield* Effect.makeSemaphore(atOnce)
    const setPart = (part: Part) => {
      const request = bodyOf(document, part, { fonts })
      const alone = places.withPermits(atOnce)(set({ ...request, isAlone: true }))
      if (part.isOversized) return alone
      const beside = places.withPermits(1)(set({ ...request, isAlone: false }))
      return Effect.catchIf(beside, isTooLarge, () => alone)
    }
    yield* Stream.fromIterable(partsOf(document, sheets)).pipe(
      Stream.mapEffect(setPart, { concurrency: atOnce }),
      Stream.runForEach((part) =>
        Effect.promise(async () => {
          for (const sheet of await joining.add(part.pdf, part.spots)) told.push(sheet)
          unread += part.unread
          isAccessible &&= part.isAccessible
        })
      )
    )
    const frame = yield* set({
      document: headings,
      share: { mode: "frame", fonts, sheets: told, isAccessible },
      isAlone: true
    })
    const pdf = yield* Effect.promise(() => joining.finish(frame.pdf))
    const { missing } = fonts
    const problems = problemsOf(missing, unread)
    return { pdf, missing, problems, unread, isAccessible: frame.isAccessible, spots: [] }
  })
