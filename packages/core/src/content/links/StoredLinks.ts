/** The stored links of spaces: one row for each page that has any, and one for each item that it leads to. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { rows, withoutConflict } from "../../storage/rows/Repository.js"
import type { StorageService } from "../../storage/rows/Storage.js"
import { sameData } from "../items/SameValue.js"
import type { StoredStatus } from "./Link.js"
import type { LinkCounts, LinkRecord } from "./LinkRows.js"
import { BacklinksTable, LinkCountsTable, PageLinksTable } from "./LinkTables.js"
import { itemOf, targetOf } from "./LinkTarget.js"

/** Counts that are being updated. */
export type Counting = { -readonly [S in StoredStatus]: LinkCounts[S] }

/** The status of a stored link. */
export const statusOf = ({ status }: LinkRecord): StoredStatus => status ?? "ok"

/** Adds links to counts, or subtracts them. */
export const count = (counts: Counting, links: ReadonlyArray<LinkRecord>, by: 1 | -1): void => {
  for (const link of links) counts[statusOf(link)] += by
}

/** The items that the links of a page lead to, and the number of links to each. */
export const targetsOf = (page: string, links: ReadonlyArray<LinkRecord>): ReadonlyMap<string, number> => {
  const targets = new Map<string, number>()
  for (const { written } of links) {
    const item = itemOf(targetOf(written, page))
    if (item !== undefined) targets.set(item, (targets.get(item) ?? 0) + 1)
  }
  return targets
}

/** Counts of zero. */
export const nothing = (): Counting => ({ ok: 0, broken: 0, "in-app": 0, elsewhere: 0 })

/** The rows in a storage. */
export const linkRows = (storage: StorageService) => {
  const pages = rows(storage, PageLinksTable)
  const backlinks = rows(storage, BacklinksTable)
  const totals = rows(storage, LinkCountsTable)
  const links = (space: string, page: string): Effect.Effect<ReadonlyArray<LinkRecord>, Unavailable> =>
    Effect.map(pages.find(space, page), (found) => found?.value.links ?? [])

  /** Sets the links of a page and counts the difference. */
  const put = (space: string, page: string, after: ReadonlyArray<LinkRecord>, counts: Counting) =>
    Effect.gen(function* () {
      const stored = yield* pages.find(space, page)
      const before = stored?.value.links ?? []
      count(counts, before, -1)
      count(counts, after, 1)
      if (stored !== undefined && after.length === 0) yield* pages.remove(space, page)
      else if (stored !== undefined && !sameData(before, after))
        yield* pages.replace(stored, { space, page, links: after })
      else if (stored === undefined && after.length > 0) yield* pages.insert({ space, page, links: after })
      const old = targetsOf(page, before)
      const now = targetsOf(page, after)
      for (const target of old.keys()) if (!now.has(target)) yield* backlinks.remove(space, target, page)
      for (const [target, number] of now) {
        if (old.get(target) === number) continue
        if (old.has(target)) yield* backlinks.remove(space, target, page)
        yield* backlinks.insert({ space, target, page, links: number })
      }
    }).pipe(withoutConflict)

  return {
    links,
    put,
    /** Up to `limit` pages with any link, or with one that is not `ok`, after a page. */
    pages: (space: string, which: "any" | "other", after: string | undefined, limit: number) =>
      Effect.map(
        pages.scan({
          ...(which === "any" ? { prefix: [space] } : { index: "other", prefix: [space, 1] }),
          ...(after !== undefined && { gt: after }),
          limit
        }),
        (found) => found.map(({ value }) => value)
      ),
    /** Up to `limit` pages with links to an item, after a page. */
    to: (space: string, target: string, after?: string, limit?: number) =>
      Effect.map(
        backlinks.scan({
          prefix: [space, target],
          ...(after !== undefined && { gt: after }),
          ...(limit !== undefined && { limit })
        }),
        (found) => found.map(({ value }) => value)
      ),
    counts: (space: string) => Effect.map(totals.find(space), (found): LinkCounts => found?.value.counts ?? nothing()),
    saveCounts: (space: string, counts: LinkCounts) =>
      Effect.flatMap(totals.find(space), (stored) =>
        stored === undefined ? totals.insert({ space, counts }) : totals.replace(stored, { space, counts })
      ).pipe(withoutConflict),
    purge: (space: string) =>
      Effect.all([
        pages.removeAll({ prefix: [space] }),
        backlinks.removeAll({ prefix: [space] }),
        totals.remove(space)
      ]).pipe(Effect.asVoid)
  }
}

/** @see {@link linkRows} */
export type LinkRows = ReturnType<typeof linkRows>
