/** Compares two imports of one address. */
import type { ImportChanges } from "./Import.js"

/** Hashes of the texts of pages, by their addresses. */
export type ImportTexts = Readonly<Record<string, string>>

/** The maximum number of listed pages. */
const maxListed = 1_000

/** Compares the pages of an address with the pages of an earlier import. Linear in the pages of both. */
export const changesSince = (since: string, before: ImportTexts, now: ImportTexts): ImportChanges => {
  const pages: Array<ImportChanges["pages"][number]> = []
  const counts = { added: 0, changed: 0, unchanged: 0, removed: 0 }
  const count = (address: string, change: "added" | "changed" | "removed"): void => {
    counts[change]++
    if (pages.length < maxListed) pages.push({ address, change })
  }
  for (const [address, text] of Object.entries(now)) {
    if (!Object.hasOwn(before, address)) count(address, "added")
    else if (before[address] !== text) count(address, "changed")
    else counts.unchanged++
  }
  for (const address of Object.keys(before)) if (!Object.hasOwn(now, address)) count(address, "removed")
  return { since, ...counts, pages }
}
