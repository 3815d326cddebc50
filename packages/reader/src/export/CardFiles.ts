/** Writes the pictures for previews of links of an export, many at a time. */
import type { CardRenderer } from "@lectern/core/cards/CardRenderer"
import type { ReadSite } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { SitePagesService } from "@lectern/core/internal/publishing/site-reading/SitePagesService"
import * as Effect from "effect/Effect"
import { type CardPage, cardHref, makeCards } from "../site/CardAnswers.js"
import { languageOf } from "../site/Language.js"
import type { ExportedPage, FileNames } from "./ExportedPaths.js"
import type { ExportedFile, ExportOptions } from "./ExportOptions.js"
import { exportRoot } from "./Links.js"

/** How many pictures are drawn in parallel. */
const batch = 40

/** The pictures that pages of an export refer to, and where they are written. */
interface Wanted<E, R> extends Pick<SitePagesService, "logo">, Pick<ExportOptions, "keep"> {
  readonly cards: CardRenderer
  readonly site: ReadSite
  readonly all: ReadonlyArray<ExportedPage>
  /** The paths below the URL of the site that pages refer to. */
  readonly wanted: ReadonlySet<string>
  readonly names: Pick<FileNames, "of">
  readonly write: (file: ExportedFile) => Effect.Effect<void, E, R>
}

/** Writes the pictures that no earlier export has left, and returns the paths of all pictures. */
export const writeCards = Effect.fnUntraced(function* <E, R>({
  all,
  cards,
  keep = () => Effect.succeed(false),
  logo,
  names,
  site,
  wanted,
  write
}: Wanted<E, R>) {
  const paths = new Set<string>()
  const left: Array<{ readonly file: string; readonly page: CardPage; readonly entry: ExportedPage["entry"] }> = []
  for (const { entry, siteSpace } of all) {
    const page: CardPage = { language: languageOf(site, siteSpace), root: exportRoot, site, siteSpace }
    const path = cardHref(page, entry, cards)?.slice(exportRoot.length) ?? ""
    const file = names.of(path)
    if (!wanted.has(path) || file === undefined) continue
    paths.add(path)
    if (!(yield* keep(file))) left.push({ file, page, entry })
  }
  const { draw } = makeCards({ logo }, cards)
  for (let from = 0; from < left.length; from += batch) {
    const some = left.slice(from, from + batch)
    const pictures = yield* draw(some.map(({ entry, page }) => [page, entry] as const))
    for (const [index, body] of pictures.entries()) {
      const file = some[index]?.file
      if (file !== undefined) yield* write({ path: file, body, isText: false })
    }
  }
  return paths
})
