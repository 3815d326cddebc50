/** Merging an item of a change request with main, as a task. */

import type { Task } from "../../foundation/workers/Workers.js"
import type { Undecided } from "../change-requests/Undecided.js"
import type { DialectName } from "../dialects/DialectName.js"
import { readBy } from "../dialects/Readings.js"
import { documentHash } from "../items/DocumentHash.js"
import { dialectOf, type ItemValue } from "../items/Item.js"
import type { Sides } from "./MergeFields.js"
import type { MergedItem } from "./MergeItems.js"
import { mergeRequested, type Requested } from "./MergeRequested.js"
import type { Resolutions } from "./Resolution.js"

/** An item to merge; `texts` contains the texts of its sides by their hashes. */
export interface ItemMerge {
  readonly sides: Sides<ItemValue>
  readonly undecided: Undecided
  readonly texts: ReadonlyMap<string, string>
  readonly decided: Resolutions
}

/** The dialect of the sides of a merge, if one of them is in another one than GitBook's. */
export const dialectIn = ({ base, ours, theirs }: Sides<ItemValue>): DialectName | undefined =>
  dialectOf(ours) ?? dialectOf(theirs) ?? dialectOf(base)

/** With the hash of its text, since hashing a long one is slow too. */
const hashed = (item: MergedItem): MergedItem =>
  item.body === undefined ? item : { ...item, body: { ...item.body, hash: documentHash(item.body.withMarkers) } }

/** The result of {@link mergeRequested}, with the hashes of the merged texts. */
export const mergeTask: Task<ItemMerge, Requested> = {
  name: "merge/item",
  size: ({ texts }) => [...texts.values()].reduce((length, text) => length + text.length, 0),
  run: ({ decided, sides, texts, undecided }) =>
    readBy(dialectIn(sides), () => {
      const { kept, ...whole } = mergeRequested(sides, undecided, (hash) => texts.get(hash) ?? "", decided)
      return { ...whole, merged: hashed(whole.merged), kept: { ...kept, merged: hashed(kept.merged) } }
    })
}
