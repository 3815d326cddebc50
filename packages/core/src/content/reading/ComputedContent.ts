/** Reads computed pages of a space: evaluated unless a read opts out. */
import * as Effect from "effect/Effect"
import { type Conflict, notFound, type Unavailable } from "../../foundation/errors/Errors.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Workers } from "../../foundation/workers/Workers.js"
import type { SpaceReading } from "../../people/access/SpaceReading.js"
import { escapeInline } from "../../text/markdown/Heading.js"
import type { SpecPages } from "../../text/openapi/SpecPages.js"
import type { PageItem } from "../items/Item.js"
import { ComputedPages } from "../openapi-registry/ComputedPages.js"
import type { Page } from "../pages/Page.js"
import { type ComputedItem, childPage, evaluated, isComputed, unevaluated } from "./ComputedReading.js"
import { type PageReadOptions, withBody } from "./PageReading.js"

/** A space whose computed pages are read, and the reader. */
type Reader = Pick<SpaceReading, "space" | "seesSpecs">

/** Reads of computed pages, over the services of the context. */
export const makeComputedContent = Effect.gen(function* () {
  const computedPages = yield* ComputedPages
  const { base } = yield* PublicUrls
  const workers = yield* Workers

  const found = (reader: Reader, item: ComputedItem) => computedPages.evaluate(reader, item.computed)

  return {
    /** The pages below the computed ones among some pages, by their ids. */
    evaluate: (
      reader: Reader,
      pages: ReadonlyArray<PageItem>,
      options: Pick<PageReadOptions, "computed"> | undefined
    ): Effect.Effect<ReadonlyMap<string, SpecPages>, Conflict | Unavailable> => {
      const computed = options?.computed === false ? [] : pages.filter(isComputed)
      return Effect.map(
        Effect.forEach(computed, (item) => Effect.map(found(reader, item), (pages) => [item.id, pages] as const)),
        (entries) => new Map(entries)
      )
    },
    /** A computed page with its body. */
    read: (reader: Reader, item: ComputedItem, options: PageReadOptions | undefined) =>
      options?.computed === false
        ? Effect.succeed<Page>(unevaluated(item))
        : Effect.flatMap(found(reader, item), (pages) =>
            withBody(
              workers,
              evaluated(base, reader.space.id, item, pages),
              `# ${escapeInline(item.title)}\n${pages.introduction === "" ? "" : `\n${pages.introduction}\n`}`,
              options
            )
          ),
    /** The page with a slug below a page that may be computed. */
    readBelow: (reader: Reader, item: PageItem | undefined, slug: string, options: PageReadOptions | undefined) =>
      Effect.gen(function* () {
        const pages = isComputed(item) && options?.computed !== false ? (yield* found(reader, item)).pages : []
        const page = pages.find((each) => each.slug === slug)
        if (page === undefined || !isComputed(item)) return yield* notFound("page")
        return yield* withBody(workers, childPage(base, reader.space.id, item, page), page.markdown, options)
      }),
    /** A value that changes whenever a read that evaluates computed pages of a space may have a different result. */
    version: (reader: Reader) => computedPages.version(reader)
  }
})
