/** Whether what was typed into live texts is there, once, for everybody, and before anything that was written later. */
import { idsIn } from "../../../core/test/content/live-texts/ModelClient.js"
import type { Event, LastText, Log, Revision, Word } from "./History.js"

type Report = (text: string) => void

/** Which of these words are in a text, and how often. */
const countsIn = (text: string): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const id of idsIn(text)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Everybody has one text in the end, with each acknowledged word once, and without those that were refused. */
const checkTexts = (texts: ReadonlyArray<LastText>, words: ReadonlyArray<Word>, report: Report): void => {
  for (const { text, who } of texts) {
    const [first] = texts
    if (first !== undefined && text !== first.text) report(`${who} has another text than ${first.who}`)
    const counts = countsIn(text)
    for (const { outcome, word } of words) {
      const count = counts.get(word) ?? 0
      if (count === 0 && outcome === "done") report(`the word ${word} was acknowledged, and ${who} lacks it`)
      if (count > 0 && outcome === "refused") report(`the word ${word} was refused, and ${who} has it`)
      if (count > 1) report(`${who} has the word ${word} ${count} times`)
    }
  }
}

/** Each version of a text is one change, the same for all clients, and none is left out. */
const checkLogs = (logs: ReadonlyArray<Log>, report: Report): void => {
  const known = new Map<number, string>()
  for (const { after, changes, client, version } of logs) {
    if (version !== after + changes.length) {
      report(`${client} got ${changes.length} changes from version ${after} to ${version}`)
    }
    for (const [i, change] of changes.entries()) {
      const at = after + 1 + i
      if (known.has(at) && known.get(at) !== change) report(`${client} got another change of version ${at}`)
      known.set(at, change)
    }
  }
}

/**
 * What was typed is in the revision of everything that was begun after its acknowledgement, and a whole text in its own.
 */
const checkSaved = (
  page: string,
  chain: ReadonlyArray<Revision>,
  words: ReadonlyArray<Word>,
  events: ReadonlyArray<Event>,
  report: Report
): void => {
  const texts = new Map(chain.map(({ id, pages }) => [id, pages[page] ?? ""]))
  const done = words.filter(({ outcome }) => outcome === "done")
  for (const event of events) {
    if ((event.kind !== "write" && event.kind !== "word") || event.revision === undefined) continue
    const text = texts.get(event.revision)
    if (text === undefined) continue
    const there = new Set(idsIn(text))
    const earlier = done.filter((word) => word === event || word.completed < event.invoked)
    for (const { word } of earlier) {
      if (!there.has(word)) report(`the word ${word} was acknowledged, and ${event.revision} lacks it`)
    }
  }
}

/** The pages of a space that were edited live. */
export const typedPages = (events: ReadonlyArray<Event>): ReadonlySet<string> =>
  new Set(events.flatMap((event) => (event.kind === "word" || event.kind === "text" ? [event.page] : [])))

/** The violations in the live texts of a space, whose revisions are given, oldest first; one line each. */
export const typedViolations = (
  space: string,
  chain: ReadonlyArray<Revision>,
  events: ReadonlyArray<Event>
): ReadonlyArray<string> => {
  const violations: Array<string> = []
  const within = events.filter((event) => "space" in event && event.space === space)
  for (const page of typedPages(within)) {
    const report: Report = (text) => violations.push(`page ${page}: ${text}`)
    const own = within.filter((event) => "page" in event && event.page === page)
    const words = own.filter((event) => event.kind === "word")
    checkTexts(
      own.filter((event) => event.kind === "text"),
      words,
      report
    )
    checkLogs(
      own.filter((event) => event.kind === "log"),
      report
    )
    for (const event of own) {
      if (event.kind === "unfit") report(`${event.client} got changes of another text: ${event.message}`)
    }
    checkSaved(page, chain, words, within, report)
  }
  return violations
}
