/** The source of a text in two versions, line by line. */
import type { JSX } from "preact"
import { useMemo } from "preact/hooks"
import type { Annotations } from "./Annotations.js"
import { lineRuns, type Run } from "./compare.js"
import { Folded } from "./Folded.js"
import { foldsOf } from "./folds.js"
import { type Line, type Row, rowsOf } from "./lines.js"
import { texts } from "./texts.js"

/** What a line ends with, if that is not a plain line break. */
const endOf = ({ text }: Line): string | undefined =>
  text.endsWith("\r\n") ? "␍" : text.endsWith("\n") ? undefined : texts.noLineBreak

const bodyOf = (text: string): string => text.replace(/\r?\n$/, "")

/** The runs of one side of a changed line, each with where it begins in the text of that side. */
const sideRuns = (runs: ReadonlyArray<Run>, side: "added" | "removed"): ReadonlyArray<Run> =>
  runs.filter(({ mark }) => mark === "same" || mark === side)

const LineText = (given: {
  readonly line: Line
  readonly other: Line | undefined
  readonly side: "added" | "removed"
  readonly runs: ReadonlyArray<Run> | undefined
}): JSX.Element => {
  const { line, other, runs, side } = given
  const Tag = side === "added" ? "ins" : "del"
  const end = endOf(line)
  const isOtherEnd = other === undefined || endOf(other) !== end
  let at = line.start
  const parts = (runs === undefined ? [{ mark: "same" as const, text: bodyOf(line.text) }] : sideRuns(runs, side)).map(
    ({ mark, text }, index) => {
      const start = at
      at += text.length
      const inner = (
        <span key={index} data-start={side === "added" ? start : undefined}>
          {text}
        </span>
      )
      return mark === "same" ? inner : <Tag key={index}>{inner}</Tag>
    }
  )
  return (
    <>
      {parts}
      {end !== undefined && isOtherEnd && <span class="line-end">{end}</span>}
    </>
  )
}

const Cell = (given: {
  readonly row: Row
  readonly side: "added" | "removed"
  readonly runs: ReadonlyArray<Run> | undefined
  readonly comment?: ((start: number, end: number) => void) | undefined
}): JSX.Element => {
  const { comment, row, runs, side } = given
  const line = side === "added" ? row.after : row.before
  const other = side === "added" ? row.before : row.after
  const kind = line === undefined ? "absent" : row.isSame ? "same" : side
  return (
    <>
      <td class={`line-number ${kind}`}>
        {line !== undefined && side === "added" && comment !== undefined ? (
          <button
            type="button"
            class="comment-line"
            title={texts.commentLine}
            aria-label={`${texts.commentLine} ${line.number}`}
            onClick={() => comment(line.start, line.start + bodyOf(line.text).length)}
          >
            {line.number}
          </button>
        ) : (
          line?.number
        )}
      </td>
      <td class={`line ${kind}`}>
        {line !== undefined && <LineText line={line} other={row.isSame ? line : other} side={side} runs={runs} />}
      </td>
    </>
  )
}

const runsOf = ({ after, before, isSame }: Row): ReadonlyArray<Run> | undefined =>
  isSame || before === undefined || after === undefined ? undefined : lineRuns(bodyOf(before.text), bodyOf(after.text))

/** The source in both versions. */
export const SourceDiff = (given: {
  readonly before: string
  readonly after: string
  readonly isBeside: boolean
  readonly annotations?: Annotations | undefined
}): JSX.Element => {
  const { after, annotations, before, isBeside } = given
  const comment = annotations?.comment
  const rows = useMemo(() => rowsOf(before, after), [before, after])
  const hasNote = (line: Line | undefined) =>
    line !== undefined && annotations?.has(line.start, line.start + line.text.length) === true
  const folds = foldsOf(rows, ({ after: line, isSame }) => isSame && !hasNote(line), 3)
  const columns = isBeside ? 4 : 3
  const show = (row: Row, index: number): JSX.Element => {
    const runs = runsOf(row)
    const under =
      row.after === undefined ? undefined : annotations?.below(row.after.start, row.after.start + row.after.text.length)
    const note = under !== undefined && under !== null && (
      <tr class="line-notes">
        <td colSpan={columns}>{under}</td>
      </tr>
    )
    if (isBeside) {
      return (
        <>
          <tr key={index}>
            <Cell row={row} side="removed" runs={runs} />
            <Cell row={row} side="added" runs={runs} comment={comment} />
          </tr>
          {note}
        </>
      )
    }
    const line = row.after
    return (
      <>
        {row.before !== undefined && !row.isSame && (
          <tr key={`${index} before`}>
            <td class="line-number removed">{row.before.number}</td>
            <td class="line-number removed" />
            <td class="line removed">
              <LineText line={row.before} other={row.after} side="removed" runs={runs} />
            </td>
          </tr>
        )}
        {line !== undefined && (
          <tr key={index}>
            <td class={`line-number ${row.isSame ? "same" : "added"}`}>
              {row.isSame ? row.before?.number : undefined}
            </td>
            <Cell row={row} side="added" runs={runs} comment={comment} />
          </tr>
        )}
        {note}
      </>
    )
  }
  return (
    <table class={`source ${isBeside ? "beside" : "one"}`}>
      <tbody>
        {folds.map((fold) => (
          <Folded
            key={fold.from}
            fold={fold}
            length={rows.length}
            step={10}
            label={texts.unchangedLines}
            frame={(buttons) => (
              <tr class="folded">
                <td colSpan={columns}>{buttons}</td>
              </tr>
            )}
            show={(from, to) => rows.slice(from, to).map((row, index) => show(row, from + index))}
          />
        ))}
      </tbody>
    </table>
  )
}
