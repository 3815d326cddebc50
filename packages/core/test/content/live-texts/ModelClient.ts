/** A client of a live text, as an editor keeps it, and the words that tests type. */
import { ChangeSet, Text } from "@codemirror/state"
import type { LiveUpdate, TextChange } from "@lectern/core/live-texts/LiveText"

/** A text for changes. */
export const textOf = (markdown: string): Text => Text.of(markdown.split("\n"))

/** A text as a string. */
export const stringOf = (text: Text): string => text.sliceString(0, text.length, "\n")

/** A change as it is sent. */
export const jsonOf = (changes: ChangeSet): TextChange => changes.toJSON() as TextChange

/** How many signs there are for words. */
const signs = 0x5000

/**
 * The word of a number, in a sign of its own: one can tell whether it is there, and the ends of two that were cut make no
 * third.
 */
export const wordOf = (id: number): string => {
  const sign = String.fromCharCode(0x4e00 + (id % signs))
  return `${sign}${id}${sign}`
}

/** A word in a text: its number, and where it begins and ends. */
export interface FoundWord {
  readonly id: number
  readonly from: number
  readonly to: number
}

/** The whole words of a text, in their order. */
export const wordsIn = (text: string): ReadonlyArray<FoundWord> =>
  [...text.matchAll(/([\u4e00-\u9fff])(\d+)\1/g)].flatMap(({ 0: word, 2: id, index: from }) =>
    word === wordOf(Number(id)) ? [{ id: Number(id), from, to: from + word.length }] : []
  )

/** The numbers of the words of a text, in their order. */
export const idsIn = (text: string): ReadonlyArray<number> => wordsIn(text).map(({ id }) => id)

/** The change that inserts a text at a place. */
export const insertion = (text: Text, at: number, insert: string): ChangeSet =>
  ChangeSet.of([{ from: at, insert: textOf(insert) }], text.length)

/** A text with the client's own changes that are not acknowledged. */
export class ModelClient {
  text = textOf("")
  version = 0
  id = ""
  revision = ""
  unconfirmed: Array<{ readonly changes: ChangeSet; readonly words: ReadonlyArray<number> }> = []

  /** Begins with a text as it was answered. */
  open(found: {
    readonly markdown: string
    readonly version: number
    readonly client: string
    readonly revision: string
  }): void {
    this.text = textOf(found.markdown)
    this.version = found.version
    this.id = found.client
    this.revision = found.revision
    this.unconfirmed = []
  }

  /** Makes a change, which types these words. */
  type(changes: ChangeSet, typed: ReadonlyArray<number>): void {
    this.text = changes.apply(this.text)
    this.unconfirmed.push({ changes, words: typed })
  }

  /** Takes updates as `receiveUpdates` of `@codemirror/collab` does. */
  receive(updates: ReadonlyArray<LiveUpdate>): void {
    let over: ChangeSet | undefined
    let own = 0
    for (const update of updates) {
      this.version++
      const ours = this.unconfirmed[own]
      if (ours !== undefined && update.client === this.id) {
        if (over !== undefined) over = over.map(ours.changes, true)
        own++
        continue
      }
      const changes = ChangeSet.fromJSON(update.changes)
      over = over === undefined ? changes : over.compose(changes)
    }
    this.unconfirmed = this.unconfirmed.slice(own)
    let through = over
    if (through === undefined) return
    this.unconfirmed = this.unconfirmed.map((each) => {
      const before = through!
      through = before.map(each.changes, true)
      return { ...each, changes: each.changes.map(before) }
    })
    this.text = through.apply(this.text)
  }
}
