/** The problems of an import with their places: importers say the address or the path first. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { encodePath } from "../git-layout/Paths.js"
import type { PageId } from "../pages/PageId.js"
import type { ImportProblem } from "./Import.js"
import type { ImportPart } from "./ImportRows.js"

/** An address, or something that looks like the path of a file, before a colon and what is said of it. */
const placed = /^(https?:\/\/\S+|\/[^:]*|[^\s:][^:]*\.\w+): (.+)$/s

/** Takes a sentence apart into its place, if it begins with one, and what is said of it. */
const split = (problem: string): Pick<ImportProblem, "message" | "path"> => {
  const [, path, message] = placed.exec(problem) ?? []
  return path === undefined || message === undefined ? { message: problem } : { path, message }
}

/** The key of the part that was read at the place of a problem. */
const keyOf = (path: string): string =>
  /^https?:/.test(path) ? path : `import:/${encodePath(path.replace(/^\//, ""))}`

/** The pages that were made of what is at the places of problems, by these places; `part` finds a part by its key. */
export const pagesOf = Effect.fnUntraced(function* (
  problems: ReadonlyArray<string>,
  part: (key: string) => Effect.Effect<ImportPart | undefined, Unavailable>
) {
  const pages: Record<string, PageId> = {}
  for (const path of new Set(problems.map((problem) => split(problem).path))) {
    const value = path === undefined ? undefined : (yield* part(keyOf(path)))?.value
    if (path !== undefined && value?.kind === "page") pages[path] = value.id
  }
  return pages
})

/** The problems with their places, and with the pages that {@link pagesOf} has found there. */
export const problemsIn = (
  problems: ReadonlyArray<string>,
  pages: Readonly<Record<string, PageId>>
): ReadonlyArray<ImportProblem> =>
  problems.map((problem) => {
    const found = split(problem)
    const page = found.path !== undefined && Object.hasOwn(pages, found.path) ? pages[found.path] : undefined
    return page === undefined ? found : { ...found, page }
  })
