/** Every member of every service of a workspace, with arguments that lead to existing items. */
import { settleEverything } from "@lectern/core/content/indexing/Indexing"
import type * as Lectern from "@lectern/core/Lectern"
import { makeEverything } from "./made.js"
import { resources } from "./resources.js"
import type { Rows } from "./rows.js"

/** A workspace with something of everything in it, and the calls that lead there. */
export const everyCall = async (lectern: Lectern.Lectern) => {
  const { ids, ...made } = await makeEverything(lectern)
  const rows: Record<string, Rows[string]> = {}
  const known = new Set<string>(ids)
  for (const { calls } of resources) {
    const found = await calls?.(made)
    Object.assign(rows, found?.rows)
    for (const id of found?.ids ?? []) known.add(id)
  }
  // So that no read of search, links or events has to, which would write.
  await lectern.runtime.runPromise(settleEverything)
  await lectern.asSystem().events.settle()
  return { ...made, rows: rows as Rows, ids: known }
}
