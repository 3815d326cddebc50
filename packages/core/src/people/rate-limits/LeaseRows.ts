/** The rows of leases of rate limits. */
import * as Schema from "effect/Schema"
import { rowOf, text, time } from "../../storage/rows/RowDeclaration.js"

/** The rows of the table `rate_leases`. */
export const rateLeases = rowOf<LeaseRecord>()({ fields: { key: text, leased: Schema.Number, endsAt: time } })

/** The amount of a limit that all processes together have leased in a window. */
export interface LeaseRecord {
  /** The key that is counted, such as `token:` and an id. */
  readonly key: string
  readonly leased: number
  /** The end of the window, in milliseconds since 1970. */
  readonly endsAt: number
}
