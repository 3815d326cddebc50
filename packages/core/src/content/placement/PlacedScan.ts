import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Cursor } from "../../foundation/lists/List.js"
import { visibleScan } from "../../foundation/lists/VisibleScan.js"
import type { Stored } from "../../storage/rows/Repository.js"
import type { Scan } from "../../storage/rows/Storage.js"

/** An item with a place in an order, and the number of times it has been moved. */
interface Placed<Id extends string> {
  readonly id: Id
  readonly organization: string
  readonly parent?: string
  readonly position: string
  readonly moves?: number
  readonly deletedAt?: string
}

/** A row whose cursor ends with the number of moves. */
class PlacedRow<A extends Placed<string>> implements Stored<A> {
  readonly #cursorIn: Stored<A>
  constructor(stored: Stored<A>) {
    this.value = stored.value
    this.version = stored.version
    this.#cursorIn = stored
  }
  readonly value: A
  readonly version: number
  get cursor(): Cursor {
    return [...this.#cursorIn.cursor, this.value.moves ?? 0]
  }
}

/** The index to scan, which ends in parent, position and id. */
interface Places<Id extends string, A extends Placed<Id>> {
  readonly find: (id: Id) => Effect.Effect<Stored<A> | undefined, Unavailable>
  readonly scan: (scan: Pick<Scan, "after" | "limit">) => Effect.Effect<ReadonlyArray<Stored<A>>, Unavailable>
  readonly visible: (value: A) => boolean
}

/**
 * A `visibleScan` in the order of places. Its cursors name the last item and its number of moves: if the item only got
 * a new key since, the scan continues after the new key; if it was moved, after its old place.
 */
export const placedScan = <Id extends string, A extends Placed<Id>>({ find, scan, visible }: Places<Id, A>) => {
  const resume = (cursor: Cursor): Effect.Effect<Cursor, Unavailable> => {
    const after = cursor.slice(0, -1)
    const [parent, , id] = after.slice(-3)
    if (typeof id !== "string") return Effect.succeed(after)
    return Effect.map(find(id as Id), (found) => {
      if (found === undefined || found.value.deletedAt !== undefined || !visible(found.value)) return after
      const { organization, position, moves = 0, parent: now = "" } = found.value
      return after[0] === organization && parent === now && moves === cursor.at(-1) ? after.with(-2, position) : after
    })
  }
  return visibleScan(
    (cursor, limit) =>
      Effect.gen(function* () {
        const after = cursor === undefined ? undefined : yield* resume(cursor)
        const found = yield* scan({ limit, ...(after !== undefined && { after }) })
        return found.map((stored) => new PlacedRow(stored))
      }),
    ({ value }: Stored<A>) => visible(value)
  )
}
