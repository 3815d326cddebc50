/** Whether access was as it was last changed, and nothing failed without a cause. */
import type { AccessChange, Claim, Entry, Event, Time } from "./History.js"

const groupedBy = <A extends { readonly name: string }>(events: ReadonlyArray<A>): ReadonlyMap<string, Array<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const event of events) {
    const group = groups.get(event.name)
    if (group === undefined) groups.set(event.name, [event])
    else group.push(event)
  }
  return groups
}

const overlap = (one: Time, other: Time): boolean => one.invoked <= other.completed && other.invoked <= one.completed

/** When access may have been open, or not. */
interface Hold extends Time {
  readonly open: boolean
}

/**
 * The period in which access may have been as a change left it: from the request for the change until another change
 * was acknowledged that ended it. A change whose answer was lost may have happened, and ends nothing for certain.
 * Nothing is known of the time before the first change.
 */
const holdsOf = (changes: ReadonlyArray<AccessChange>): ReadonlyArray<Hold> => {
  const hold = (invoked: number, open: boolean, later: ReadonlyArray<AccessChange>): Hold => {
    const end = later.find((change) => change.open !== open && change.outcome === "done")
    return { invoked, completed: end?.completed ?? Number.POSITIVE_INFINITY, open }
  }
  const after = changes.map(({ invoked, open }, i) => hold(invoked, open, changes.slice(i + 1)))
  return [hold(0, true, changes), hold(0, false, changes), ...after]
}

/** Calls that were permitted without access, or refused with it. */
export const accessViolations = (events: ReadonlyArray<Event>): ReadonlyArray<string> => {
  const changes = events
    .filter((event): event is AccessChange => event.kind === "access" && event.outcome !== "refused")
    .sort((one, other) => one.invoked - other.invoked)
  const entries = groupedBy(events.filter((event): event is Entry => event.kind === "entry"))
  const violations: Array<string> = []
  for (const [name, own] of groupedBy(changes)) {
    const holds = holdsOf(own)
    for (const entry of entries.get(name) ?? []) {
      if (holds.some((hold) => hold.open === entry.open && overlap(hold, entry))) continue
      const text = entry.open ? "was let in after its access had ended" : "was not let in, although it had access"
      violations.push(`${name} ${text} (${entry.invoked} to ${entry.completed})`)
    }
  }
  return violations
}

/** Changes that were acknowledged although they exclude each other. */
export const claimViolations = (events: ReadonlyArray<Event>): ReadonlyArray<string> =>
  [...groupedBy(events.filter((event): event is Claim => event.kind === "claim"))].flatMap(([name, claims]) =>
    claims.filter(({ outcome }) => outcome === "done").length > 1 ? [`${name} was done more than once`] : []
  )

/** Calls that failed while nothing was wrong. */
export const failureViolations = (events: ReadonlyArray<Event>): ReadonlyArray<string> => {
  const disturbances = events.filter(({ kind }) => kind === "disturbance")
  return events.flatMap((event) =>
    event.kind !== "failure" || disturbances.some((disturbance) => overlap(disturbance, event))
      ? []
      : [`a call failed while nothing was wrong: ${event.message}`]
  )
}
