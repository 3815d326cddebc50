/** Whether the content of a space is what its clients were told. */
import type { Event, HeadRead, JobStart, PageRead, Revision, Time, Write } from "./History.js"
import { typedPages } from "./typed.js"

/** The cause of a revision. */
type Made = Write | JobStart

/** The chain of a space, and the facts about each place in it; the first revision was there before the clients. */
interface Chain {
  readonly revisions: ReadonlyArray<Revision>
  readonly placeOf: ReadonlyMap<string, number>
  /** The causes of the revisions, in their order. */
  readonly made: ReadonlyArray<{ readonly place: number; readonly by: Made }>
  /** The places of revisions that only change live texts; when each was begun is not known. */
  readonly typed: ReadonlySet<number>
  /** Those among them that save what was typed, and replace no whole text. */
  readonly saved: ReadonlySet<number>
}

type Report = (text: string) => void

interface Changed {
  readonly page: string
  readonly value: string | undefined
}

const changesBetween = (before: Revision, after: Revision): ReadonlyArray<Changed> =>
  [...new Set([...Object.keys(before.pages), ...Object.keys(after.pages)])]
    .map((page) => ({ page, value: after.pages[page] }))
    .filter(({ page, value }) => before.pages[page] !== value)

const isWhole = (by: Made, changes: ReadonlyArray<Changed>): boolean =>
  by.kind === "write"
    ? changes.length === 1 && changes[0]?.page === by.page
    : changes.length === by.pages && changes.every(({ value }) => value === by.value)

/** The pages of a space that are edited live, and the revisions that are known to replace a whole text of one. */
interface Typed {
  readonly pages: ReadonlySet<string>
  readonly whole: ReadonlySet<string>
}

/** Each revision follows the one before, and changes what one write or job changes. */
const readChain = (
  revisions: ReadonlyArray<Revision>,
  makers: ReadonlyMap<string, Made>,
  { pages, whole }: Typed,
  report: Report
): Chain => {
  const typed = new Set<number>()
  const saved = new Set<number>()
  const made: Array<{ readonly place: number; readonly by: Made }> = []
  for (const [i, after] of revisions.slice(1).entries()) {
    const before = revisions[i]!
    if (after.parents[0] !== before.id)
      report(`${after.id} follows ${before.id}, but was made from ${after.parents[0]}`)
    const changes = changesBetween(before, after)
    if (changes.length > 0 && changes.every(({ page }) => pages.has(page))) {
      typed.add(i + 1)
      if (!whole.has(after.id)) saved.add(i + 1)
      continue
    }
    const by = changes.map(({ value = "" }) => makers.get(value)).find((each) => each !== undefined)
    if (by !== undefined) made.push({ place: i + 1, by })
    if (by !== undefined && isWhole(by, changes)) continue
    const shown = changes.map(({ page, value = "nothing" }) => `${page}=${value.split("\n", 1)}`).join(" ")
    report(`${after.id} changes ${shown || "nothing"}, which nobody did at once`)
  }
  return { revisions, made, typed, saved, placeOf: new Map(revisions.map(({ id }, place) => [id, place])) }
}

/** An acknowledged change is there, once and as acknowledged; a refused change is not. */
const checkEffects = ({ made, placeOf, revisions, saved }: Chain, makers: Iterable<Made>, report: Report): void => {
  const places = new Map<string, number>()
  for (const { by, place } of made) {
    if (places.has(by.value)) report(`${by.value} happened twice`)
    places.set(by.value, place)
  }
  for (const by of makers) {
    const place = places.get(by.value)
    if (place === undefined) {
      if (by.outcome === "done") report(`${by.value} was acknowledged, and is lost`)
      continue
    }
    if (by.outcome === "refused") report(`${by.value} was refused, and happened`)
    if (by.kind === "job") continue
    if (by.outcome === "done" && placeOf.get(by.revision ?? "") !== place) {
      report(`${by.value} was acknowledged as ${by.revision}, and is ${revisions[place]?.id}`)
    }
    // What was typed is saved before anything is written.
    const follows = saved.has(place - 1) ? [place - 1, place - 2] : [place - 1]
    if (by.expected !== undefined && !follows.includes(placeOf.get(by.expected) ?? -1)) {
      report(`${by.value} was for ${by.expected} only, and follows ${revisions[place - 1]?.id}`)
    }
  }
}

/** A change that was acknowledged before another one was begun comes before it. */
const checkOrder = ({ made }: Chain, report: Report): void => {
  let earliest: Write | undefined
  for (const { by } of made.toReversed()) {
    if (earliest !== undefined && by.invoked > earliest.completed) {
      report(`${by.value} comes before ${earliest.value}, which was acknowledged earlier`)
    }
    if (by.kind !== "write" || by.outcome !== "done") continue
    if (earliest === undefined || by.completed < earliest.completed) earliest = by
  }
}

/** A place of the chain, and from when on it counts. */
type Mark = readonly [time: number, place: number]

/** The last place among the marks before a time. */
const latest = (marks: ReadonlyArray<Mark>): ((time: number) => number) => {
  const sorted = [...marks].sort(([one], [other]) => one - other)
  const last: Array<number> = []
  for (const [i, [, place]] of sorted.entries()) last.push(Math.max(place, last[i - 1] ?? 0))
  return (time) => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle]![0] < time) low = middle + 1
      else high = middle
    }
    return last[low - 1] ?? 0
  }
}

/** The places at which a page has a value: from the first to before the end. */
type Span = readonly [from: number, until: number]

const keyOf = (page: string, value: string): string => `${page}=${value}`

const spansOf = (revisions: ReadonlyArray<Revision>): ReadonlyMap<string, Span> => {
  const spans = new Map<string, Span>()
  for (const [place, { pages }] of revisions.entries()) {
    for (const [page, value] of Object.entries(pages)) {
      const key = keyOf(page, value)
      spans.set(key, [spans.get(key)?.[0] ?? place, place + 1])
    }
  }
  return spans
}

interface Seen extends Time {
  readonly what: string
  readonly span: Span
}

const seenIn = (
  { placeOf, revisions }: Chain,
  reads: ReadonlyArray<PageRead | HeadRead>,
  report: Report
): ReadonlyArray<Seen> => {
  const spans = spansOf(revisions)
  const spanOf = (revision: string): Span | undefined => {
    const place = placeOf.get(revision)
    return place === undefined ? undefined : [place, place + 1]
  }
  return reads.flatMap((read) => {
    const what = read.kind === "read" ? keyOf(read.page, read.value) : read.revision
    const span = read.kind === "read" ? spans.get(what) : spanOf(what)
    if (span === undefined) report(`${what} was read, and is nowhere`)
    return span === undefined ? [] : [{ what, span, invoked: read.invoked, completed: read.completed }]
  })
}

/**
 * A read answers a state that was current while it went on: nothing older than a state acknowledged or read before it
 * began, and nothing that was begun after it had ended. A condition is refused only if it did not hold all that time.
 */
const checkReads = (chain: Chain, events: ReadonlyArray<Event>, report: Report): void => {
  const reads = events.filter((event) => event.kind === "read" || event.kind === "head")
  const seen = seenIn(chain, reads, report)
  const acknowledged = chain.made.flatMap(
    ({ by, place }): ReadonlyArray<Mark> =>
      by.kind === "write" && by.outcome === "done" ? [[by.completed, place]] : []
  )
  const known = latest([...acknowledged, ...seen.map(({ completed, span }): Mark => [completed, span[0]])])
  const begunAt = latest(chain.made.map(({ by, place }): Mark => [by.invoked, place]))
  const begun = (time: number): number => {
    let place = begunAt(time)
    while (chain.typed.has(place + 1)) place++
    return place
  }
  for (const { completed, invoked, span, what } of seen) {
    if (span[1] <= known(invoked)) report(`${what} was read after something newer was acknowledged or read`)
    if (span[0] > begun(completed)) report(`${what} was read before it was written`)
  }
  for (const event of events) {
    if (event.kind !== "write" || event.outcome !== "refused" || event.expected === undefined) continue
    const place = chain.placeOf.get(event.expected)
    if (place !== undefined && place >= begun(event.completed)) {
      report(`${event.value} was refused, although ${event.expected} was the current revision`)
    }
  }
}

/** The violations in the revisions of a space, oldest first, one line each. */
export const contentViolations = (
  space: string,
  revisions: ReadonlyArray<Revision>,
  events: ReadonlyArray<Event>
): ReadonlyArray<string> => {
  const violations: Array<string> = []
  const report: Report = (text) => violations.push(`space ${space}: ${text}`)
  const within = events.filter((event) => "space" in event && event.space === space)
  const makers = within.filter((event) => event.kind === "write" || event.kind === "job")
  const whole = new Set(within.flatMap((event) => (event.kind === "word" ? (event.revision ?? []) : [])))
  const typed = { pages: typedPages(within), whole }
  const chain = readChain(revisions, new Map(makers.map((by) => [by.value, by])), typed, report)
  checkEffects(chain, makers, report)
  checkOrder(chain, report)
  checkReads(chain, within, report)
  return violations
}
