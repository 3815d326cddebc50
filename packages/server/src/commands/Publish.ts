/** `lectern publish` */
import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import type { SitePlace } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import { SitePages } from "@lectern/core/internal/publishing/site-reading/SitePages"
import { Claims } from "@lectern/core/internal/text/conditions/Claims"
import { ShareLinks } from "@lectern/core/sites/share-links/ShareLinks"
import * as TypstCards from "@lectern/node/cards/TypstCards"
import { exportSite } from "@lectern/reader/internal/export/SiteExport"
import { fontAwesome } from "@lectern/reader/node/Icons"
import { mermaid } from "@lectern/reader/node/Mermaid"
import { searchCode } from "@lectern/reader/node/SearchCode"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { openSiteFolder } from "../files/SiteFolder.js"
import type { Handler } from "../Handler.js"
import { Failed, reasonOf, WrongUsage } from "../output/Failures.js"
import { note, print, printJson } from "../output/Output.js"
import { withProgress } from "../output/Progress.js"
import { inWorkspace } from "../workspace/Workspace.js"

const decodeClaims = Schema.decodeUnknown(Schema.parseJson(Claims))

const claimsIn = (file: string) =>
  Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: (error) => new WrongUsage({ message: `--claims: ${reasonOf(error)}` })
  }).pipe(
    Effect.flatMap(decodeClaims),
    Effect.catchTag("ParseError", ({ message }) => new WrongUsage({ message: `--claims: ${file}: ${message}` }))
  )

/** The URL that an export will have, with a trailing slash; already validated by the settings. */
const addressOf = (given: string | undefined): string | undefined => {
  if (given === undefined) return undefined
  const { origin, pathname } = new URL(given)
  return `${origin}${pathname.replace(/\/*$/, "/")}`
}

/** The share key of a site that needs one. */
const keyOf = Effect.fnUntraced(function* ({ organization, site, visibility }: SitePlace) {
  if (visibility !== "share-link") return {}
  const { items } = yield* Effect.flatMap(ShareLinks, (links) => links.list(organization, site, { limit: 1000 }))
  const link = items.find(({ active }) => active)
  if (link === undefined) return yield* new Failed({ message: "the site has no active share link" })
  return { shareKey: new URL(link.urls.published).pathname.split("/").at(-2) ?? "" }
})

/** `lectern publish <site> <folder>` */
export const publish: Handler<"publish"> = (
  {
    "allow-active-files": allowActiveFiles,
    "base-url": url,
    claims,
    compress,
    folder,
    force,
    json,
    pictures,
    private: isPrivate,
    site
  },
  settings
) =>
  Effect.gen(function* () {
    const baseUrl = addressOf(url)
    const given = claims === undefined ? undefined : yield* claimsIn(claims)
    if (pictures && baseUrl === undefined) {
      return yield* new WrongUsage({
        message: "--pictures: needs --base-url, since previews of links need full addresses"
      })
    }
    if (given !== undefined && !isPrivate) {
      return yield* new WrongUsage({ message: "--claims is only for --private: everybody may read the files" })
    }
    yield* inWorkspace(
      // The URL of the files is not that of the server.
      url === undefined ? settings : { ...settings, baseUrl: undefined },
      Effect.gen(function* () {
        const place = yield* Effect.flatMap(SitePages, (pages) => pages.find(site))
        if (place === undefined) {
          return yield* new Failed({ message: `there is no published site ${JSON.stringify(site)}` })
        }
        const isOpen = place.visibility === "public" || place.visibility === "unlisted"
        if (!isOpen && !isPrivate) {
          return yield* new Failed({
            message: `the site is not public but ${place.visibility}: everybody who has the files can read them. --private --claims FILE exports it anyway`
          })
        }
        if (place.visibility === "visitor-auth" && given === undefined) {
          return yield* new WrongUsage({
            message:
              "--private: the site requires visitors to sign in; --claims FILE gives the claims of the visitor to export it for"
          })
        }
        const visitor = isPrivate ? { ...(given !== undefined && { claims: given }), ...(yield* keyOf(place)) } : {}
        const target = resolve(folder)
        const files = yield* openSiteFolder(target, place.site, { force, compress })
        const options = {
          site,
          baseUrl,
          visitor,
          icons: fontAwesome,
          mermaid,
          searchCode: searchCode(),
          cards: pictures ? TypstCards.make() : undefined,
          allowActiveFiles,
          keep: (path: string) => Effect.orElseSucceed(files.keep(path), () => false)
        }
        const { pages, problems, redirects } = yield* withProgress("Publishing", (report) => {
          let done = 0
          return exportSite(options, (file) =>
            Effect.tap(files.write(file), () => Effect.sync(() => report(++done, Math.max(done, 1))))
          )
        })
        const result = yield* files.finish
        if (json) return yield* printJson({ site: place.site, folder: target, pages, redirects, ...result, problems })
        const { removed, unchanged, written } = result
        for (const problem of problems) yield* note(problem)
        yield* note(`Published ${pages} pages: ${written} files written, ${unchanged} unchanged, ${removed} removed.`)
        yield* print(target)
      })
    )
  })
