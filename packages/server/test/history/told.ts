/** Whether those who follow a space are told of each of its revisions, once and in order. */
import type { Event, Revision, ToldEvent } from "./History.js"

const revisionsOf = (told: ReadonlyArray<ToldEvent>): ReadonlyArray<string> => told.map(({ revision }) => revision)

/** The first place at which two lists differ, as text; `undefined` if they are the same. */
const difference = (expected: ReadonlyArray<string>, actual: ReadonlyArray<string>): string | undefined => {
  const length = Math.max(expected.length, actual.length)
  for (let i = 0; i < length; i++) {
    const [wanted = "nothing", found = "nothing"] = [expected[i], actual[i]]
    if (wanted !== found) return `${found} in the place of ${wanted}`
  }
  return undefined
}

/**
 * The violations in the events of the content of a space, one line each: `chain` has its revisions since before the
 * clients began, and `told` all events since then, read when the clients had finished.
 */
export const toldViolations = (
  space: string,
  chain: ReadonlyArray<Revision>,
  told: ReadonlyArray<ToldEvent>,
  events: ReadonlyArray<Event>
): ReadonlyArray<string> => {
  const violations: Array<string> = []
  const made = chain.slice(1).map(({ id }) => id)
  const differs = difference(made, revisionsOf(told))
  if (differs !== undefined) violations.push(`space ${space}: its events tell of ${differs}`)
  const followers = new Map<string, Array<ToldEvent>>()
  const complete = new Set<string>()
  for (const event of events) {
    if (event.kind !== "told" || event.space !== space) continue
    followers.set(event.follower, [...(followers.get(event.follower) ?? []), ...event.told])
    if (event.isAll === true) complete.add(event.follower)
  }
  for (const [follower, seen] of followers) {
    const last = seen.at(-1)
    const until = complete.has(follower) ? told.length : told.findIndex(({ id }) => id === last?.id) + 1
    const wrong = difference(revisionsOf(told.slice(0, until)), revisionsOf(seen))
    if (wrong !== undefined) violations.push(`space ${space}: ${follower} was told of ${wrong}`)
  }
  return violations
}
