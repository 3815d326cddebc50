/** Filters lists of audit events: by the index of one filter and the time, and by reading for the other filters. */
import * as Effect from "effect/Effect"
import type { LecternError } from "../../foundation/errors/Errors.js"
import type { Cursor } from "../../foundation/lists/List.js"
import { visibleScan } from "../../foundation/lists/VisibleScan.js"
import type { Stored } from "../../storage/rows/Repository.js"
import type { Range } from "../../storage/rows/Storage.js"
import type { AuditEventRecord, AuditEventsQuery } from "../../storage/trail/AuditEvent.js"
import type { AuditEventRepositoryService } from "./AuditEventRepository.js"

type Filters = Omit<AuditEventsQuery, "page" | "limit">

const valueOf = {
  target: ({ target }: AuditEventRecord): string => target.id,
  actor: ({ actor }: AuditEventRecord): string => actor.user ?? actor.kind,
  action: ({ action }: AuditEventRecord): string => action
}

/** The filters that have an index, starting with the ones that leave the fewest events. */
const indexed = ["target", "actor", "action"] as const

const readAtOnce = 1000

/** The events of an organization (empty for the server) that pass filters, newest first. */
export const filtered = (
  events: Pick<AuditEventRepositoryService, "scan" | "count">,
  organization: string,
  filters: Filters
) => {
  const [by, ...others] = indexed.filter((name) => filters[name] !== undefined)
  const range: Range = {
    index: by ?? "time",
    prefix: by === undefined ? [organization] : [organization, filters[by] ?? ""],
    ...(filters.from !== undefined && { gte: Date.parse(filters.from) }),
    ...(filters.to !== undefined && { lt: Date.parse(filters.to) })
  }
  const passes = ({ value }: Stored<AuditEventRecord>): boolean =>
    others.every((name) => valueOf[name](value) === filters[name])
  const read = (after: Cursor | undefined, limit: number) =>
    events.scan({ ...range, reverse: true, limit, ...(after !== undefined && { after }) })
  const counted: Effect.Effect<number, LecternError> = Effect.gen(function* () {
    let [count, after]: [number, Cursor | undefined] = [0, undefined]
    while (true) {
      const found: ReadonlyArray<Stored<AuditEventRecord>> = yield* read(after, readAtOnce)
      count += found.filter(passes).length
      after = found.at(-1)?.cursor
      if (found.length < readAtOnce) return count
    }
  })
  return others.length === 0
    ? { scan: read, count: events.count(range) }
    : { scan: visibleScan(read, passes), count: counted }
}
