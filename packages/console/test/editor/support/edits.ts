/** Random edits of words and of cells of tables, as keys and as transactions type them. */
import type { Editing } from "./editing.js"
import { everything } from "./everything.js"
import type { Reached, TypedLetter } from "./page.js"

declare const lectern: Reached

const tables = `| Name | What it is | Example | Since | Default | Limit | Unit | Notes | Who | Why |
|:--|---|:-:|--:|---|---|---|---|---|---|
| a \\| b | code \`x \\| y\` and \`z\` | **bold \\| both** | 1 | [link \\| text](a.md) | 10 | kB | ~~old~~ *new* | Ada | \\\\ |
|tight|no|spaces|at|all|in|this|row||last|
|  | ${"a long cell that wraps ".repeat(8)}| | | | | | | | end |
| short | row |
| more | cells | than | the | head | has | in | its | own | row | eleven | twelve |

left | right
--- | ---
one | two
three |

* item

  | In | a list |
  |---|---|
  | first \\| one | second |
  | \`code\` | |

* | Right | behind the mark |
  |---|---|
  | one | two |

1. > | In | both |
   > |---|---|
   > | deep | deeper |

> | In | a quote |
> |---|---|
> | said | by whom |
>
> > | In | two |
> > |---|---|
> > | x | y |

\tnot | a table
\t--- | ---

| Last | without an end |
|---|---|
| one | two |`

/** Texts that exercise line endings, invisible characters and unusual tables. */
export const odd: Readonly<Record<string, string>> = {
  tables,
  "tables with CRLF": tables.replaceAll("\n", "\r\n"),
  "tables with mixed endings": tables
    .split("\n")
    .map((line, index) => line + (index % 3 === 0 ? "\r\n" : "\n"))
    .join(""),
  "everything with CRLF and a mark": `\uFEFF${everything.replaceAll("\n", "\r\n")}`,
  "addresses in the next line":
    'A [link](\na.md) and\r\n> a ![picture](b.svg\r\n> "title") here\n* an [item\n  of a list](c.md\n  ) end\n',
  "lone CR": "# Title\rSome text here\r* item of a list\r| a | b |\r|---|---|\r| one | two |\r",
  mixed: "one two\nthree **four**\r\nfive\rsix\n\r\n\rseven [eight](nine.md)\r\r\nten",
  "NUL and controls": "word\u0000word `co\u0000de`\n\n| a\u0000b | c |\n|---|---|\n| d | \u0007e |\n\u001b[0m end\n",
  tabs: "\tcode of tabs\n\n*\titem\twith tabs\n\t* nested\n\n|\tone\t|\ttwo\t|\n|\t---\t|\t---\t|\n|\tthree\t|\tfour\t|\n",
  invisible:
    "left\u200bright a\ufeffb so\u00adft\n\n| wide\u202fspace | \u200b |\n|---|---|\n| 👩‍👩‍👧 family | עברית مرحبا |\n"
}

/** Numbers below a bound that look random, the same for the same seed. */
const randomBelow = (seed: number): ((bound: number) => number) => {
  let state = seed >>> 0
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound)
  }
}

type Below = ReturnType<typeof randomBelow>

const picked = <A>(below: Below, all: ReadonlyArray<A>): A => all[below(all.length)]!

const letter = (below: Below): string => picked(below, [..."abcdefghijklmnopqrstuvwxyzABCXYZ059 "])

/** Where a difference begins, with a few characters around it. */
const difference = (got: string, wanted: string): string => {
  let at = 0
  while (got[at] === wanted[at] && at < wanted.length) at++
  const near = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 20), at + 20))
  return `at ${at} ${near(got)} instead of ${near(wanted)}`
}

/** Keys that are pressed at a position, and the text that they make. */
interface Edit {
  readonly at: number
  readonly keys: ReadonlyArray<string>
  readonly wanted: string
}

const typed = (doc: string, at: number, key: string): Edit => ({
  at,
  keys: [key],
  wanted: doc.slice(0, at) + key + doc.slice(at)
})

/** Makes an edit and undoes it: the text must be the wanted one, and then the first one again. */
const press = async (
  { page, select, text }: Editing,
  doc: string,
  { at, keys, wanted }: Edit,
  check?: () => Promise<string | undefined>
): Promise<string | undefined> => {
  await select(at)
  for (const key of keys) await page.keyboard.press(key)
  const got = await text()
  const other = await check?.()
  let left = got
  for (let times = 0; times < keys.length && left !== doc; times++) {
    await page.keyboard.press("Control+z")
    left = await text()
  }
  if (got !== wanted) return `${keys.join(" ")} at ${at}: ${difference(got, wanted)}`
  if (left !== doc) return `${keys.join(" ")} at ${at}, undone: ${difference(left, doc)}`
  return other === undefined ? undefined : `${keys.join(" ")} at ${at}: ${other}`
}

/** The texts that edits are made in, by name, and how many are made in all of them together. */
interface Edits {
  readonly texts: Readonly<Record<string, string>>
  readonly keys: number
  readonly transactions: number
  readonly seed: number
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** The positions in a range that a caret can be at. */
const placesIn = (doc: string, from: number, to: number): ReadonlyArray<number> => [
  ...Array.from(graphemes.segment(doc.slice(from, to)), ({ index }) => from + index),
  to
]

/** The positions inside of words and at their ends. */
const wordPlaces = (doc: string): ReadonlyArray<number> =>
  [...doc.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(({ 0: word, index }) => placesIn(doc, index, index + word.length))

/** The part of a number of edits that a text gets: all texts together get all of them. */
const share = (all: number, index: number, of: number): number => Math.floor((all + index) / of)

const byTransactions = async (
  { page }: Editing,
  places: ReadonlyArray<number>,
  many: number,
  below: Below
): Promise<ReadonlyArray<string>> => {
  const letters = Array.from(
    { length: many },
    (): TypedLetter => ({ at: picked(below, places), letter: letter(below) })
  )
  const wrong = await page.evaluate((all) => lectern.type(all), letters)
  return wrong.map(({ at, letter }) => `${letter} at ${at} by a transaction`)
}

/** Types letters into random words of all texts, and returns what went wrong. */
export const editWords = async (editing: Editing, { keys, seed, texts: docs, transactions }: Edits) => {
  const below = randomBelow(seed)
  const failures: Array<string> = []
  const texts = Object.entries(docs)
  for (const [index, [name, doc]] of texts.entries()) {
    await editing.open(doc)
    const places = wordPlaces(doc)
    const found: Array<string | undefined> = []
    for (let left = share(keys, index, texts.length); left > 0; left--) {
      const at = picked(below, places)
      found.push(await press(editing, doc, typed(doc, at, letter(below))))
    }
    found.push(...(await byTransactions(editing, places, share(transactions, index, texts.length), below)))
    failures.push(...found.flatMap((each) => (each === undefined ? [] : [`${name}: ${each}`])))
  }
  return failures
}

type Tables = ReturnType<Reached["tables"]>

interface CellPlace {
  readonly table: number
  readonly row: number
  readonly column: number
}

type Cell = Tables[0]["rows"][0][0]

/** The positions in the text of a cell. What is typed between a backslash and its character would change both. */
const cellPlaces = (doc: string, { textFrom, textTo }: Cell): ReadonlyArray<number> =>
  placesIn(doc, textFrom, textTo).filter((at) => /\\*$/.exec(doc.slice(textFrom, at))![0].length % 2 === 0)

/** A letter in a cell, Tab, and another letter, which takes the place of the text of the next cell. */
const withTab = (
  doc: string,
  tables: Tables,
  { column, row, table }: CellPlace,
  at: number,
  [one, two]: readonly [string, string]
): Edit & { readonly isLonger: boolean } => {
  const { columns, rows } = tables[table]!
  const keys = [one, "Tab", two]
  const next = rows[row]![column + 1] ?? rows[row === 0 ? 2 : row + 1]?.[0]
  const before = doc.slice(0, at) + one
  if (next !== undefined) {
    return { at, keys, wanted: before + doc.slice(at, next.textFrom) + two + doc.slice(next.textTo), isLonger: false }
  }
  // Behind the last cell, a new row begins as the last one does, and ends as it does.
  const last = rows.at(-1)![0]!.from
  const start = /^[\s>]*/.exec(doc.slice(doc.lastIndexOf("\n", last - 1) + 1))![0]
  const found = doc.indexOf("\n", last)
  const isEnded = found >= 0
  const isCrlf = doc[(isEnded ? found : doc.lastIndexOf("\n")) - 1] === "\r"
  const end = isEnded ? found - (isCrlf ? 1 : 0) : doc.length
  const added = `${isCrlf ? "\r\n" : "\n"}${start}| ${two}  |${"   |".repeat(columns - 1)}`
  return { at, keys, wanted: before + doc.slice(at, end) + added + doc.slice(end), isLonger: true }
}

/** Types letters into random cells of all texts that have tables, and returns what went wrong. */
export const editCells = async (editing: Editing, { keys, seed, texts: docs, transactions }: Edits) => {
  const below = randomBelow(seed)
  const failures: Array<string> = []
  const texts: Array<readonly [name: string, doc: string, tables: Tables]> = []
  for (const [name, doc] of Object.entries(docs)) {
    await editing.open(doc)
    const tables = await editing.page.evaluate(() => lectern.tables())
    if (tables.length > 0) texts.push([name, doc, tables])
  }
  for (const [index, [name, doc, tables]] of texts.entries()) {
    await editing.open(doc)
    const cells = tables.flatMap(({ rows }, table) =>
      rows.flatMap((row, at) => (at === 1 ? [] : row.map((_, column): CellPlace => ({ table, row: at, column }))))
    )
    const cellAt = ({ column, row, table }: CellPlace) => tables[table]!.rows[row]![column]!
    const found: Array<string | undefined> = []
    for (let left = share(keys, index, texts.length); left > 0; left--) {
      const place = picked(below, cells)
      const at = picked(below, cellPlaces(doc, cellAt(place)))
      const letters = [letter(below), letter(below)] as const
      const short = { ...typed(doc, at, letters[0]), isLonger: false }
      const edit = below(2) === 0 ? short : withTab(doc, tables, place, at, letters)
      const shape = tables.map(({ columns, rows }, table) => [
        ...rows.map(({ length }) => length),
        ...(edit.isLonger && table === place.table ? [columns] : [])
      ])
      const check = async () => {
        const now = await editing.page.evaluate(() => lectern.shape())
        return JSON.stringify(now) === JSON.stringify(shape) ? undefined : `other cells: ${JSON.stringify(now)}`
      }
      found.push(await press(editing, doc, edit, check))
    }
    const places = cells.flatMap((place) => cellPlaces(doc, cellAt(place)))
    found.push(...(await byTransactions(editing, places, share(transactions, index, texts.length), below)))
    failures.push(...found.flatMap((each) => (each === undefined ? [] : [`${name}: ${each}`])))
  }
  return failures
}
