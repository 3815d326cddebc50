/** Makes events of the changes of rows, according to the declarations of the tables. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import { Actor } from "../../people/access/Actor.js"
import { eventActorOf } from "../../people/access/EventActors.js"
import { declaredWatch } from "../../storage/rows/DeclaredWatch.js"
import type { RecordTable } from "../../storage/rows/RecordTable.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import type { RowWatch } from "../../storage/rows/RowWatch.js"
import { Storage } from "../../storage/rows/Storage.js"
import type { Table } from "../../storage/rows/Table.js"
import type { NewEvent } from "../../storage/trail/Event.js"
import { makeEventLog } from "../../storage/trail/EventLog.js"

const caller = Effect.map(FiberRef.get(FiberRef.currentContext), (context) =>
  eventActorOf(Option.getOrUndefined(Context.getOption(context, Actor)))
)

/**
 * A watch on the rows of these tables in the storage of the context, which adds the events that their changes are. Rows
 * that are removed along with what they belong to make none: the event of that says it.
 */
export const makeWatch = Effect.fnUntraced(function* (tables: ReadonlyArray<RecordTable>) {
  const storage = yield* Storage
  const log = makeEventLog(storage)
  const add = Effect.fnUntraced(function* (events: ReadonlyArray<NewEvent>, row: string, version: number) {
    const actor = yield* caller
    for (const event of events) {
      yield* withoutConflict(storage.writes(yield* log.adding({ ...event, row, version }, actor)))
    }
  })
  const watchOf = (table: RecordTable): RowWatch =>
    declaredWatch(table, ({ emits }, before, after, version) => {
      const events = emits?.(before as never, after as never) ?? []
      if (events.length === 0) return undefined
      const columns = table.columnsOf((after ?? before) as never)
      return add(events, [table.name, ...table.key.map((column) => columns[column])].join(":"), version)
    })
  const watches = new Map(tables.filter(({ emits }) => emits).map((table) => [table.name, watchOf(table)]))
  return ({ name }: Table, asParts = false): RowWatch | undefined => (asParts ? undefined : watches.get(name))
})
