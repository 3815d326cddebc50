/** The table of events in the manual. */
import { readFileSync } from "node:fs"
import type { Event, EventRecord } from "@lectern/core/events/Event"

/** A row of the table: what an event of this type is about. */
export interface Documented {
  readonly when: string
  readonly subject: ReadonlyArray<string>
  readonly container: ReadonlyArray<string>
  readonly more: ReadonlyArray<string>
}

const page = readFileSync(new URL("../../../../../docs/events.md", import.meta.url), "utf8")
const named = (cell: string): ReadonlyArray<string> => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name]) => name!)

/** The rows of the table, by type. */
export const documented: ReadonlyMap<string, Documented> = new Map(
  Array.from(page.matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$/gm), ([, type = "", when = "", about = ""]) => {
    const [place = "", more = ""] = about.split(";")
    const [subject = "", container = ""] = place.split(" in ")
    return [type, { when, subject: named(subject), container: named(container), more: named(more) }] as const
  })
)

/** What differs between an event and its row; nothing if it is as the manual says. */
export const undocumented = (event: Event | EventRecord): ReadonlyArray<string> => {
  const row = documented.get(event.type)
  if (row === undefined) return [`${event.type} has no row in docs/events.md`]
  const { container, subject } = event
  const more = (["space", "revision", "page", "overridden"] as const).filter((name) => event[name] !== undefined)
  const problems = [
    row.subject.includes(subject.object) ? [] : [`subject ${subject.object}`],
    container === undefined || row.container.includes(container.object) ? [] : [`container ${container.object}`],
    more.every((name) => row.more.includes(name)) ? [] : [`more ${more.join(", ")}`]
  ]
  return problems.flat().map((problem) => `${event.type}: ${problem}`)
}
