/** Formats results as a table. */
import type { Result, Target } from "./Harness.js"

const number = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(value >= 100 || value < 1 ? 3 : 2)

const ratio = (value: number): string => (value < 0.01 ? value.toPrecision(1) : value.toFixed(2))

const describe = (target: Target | undefined, row: Result["row"]): string => {
  if (target === undefined) return "-"
  const sign = target.kind === "at most" ? "<=" : ">="
  return target.of === "ratio" ? `${sign} ${target.value}` : `${sign} ${number(target.value)} ${row.unit}`
}

const header = ["row", "subject", "", "baseline", "", "unit", "ratio", "CPU µs a call", "target", "rounds", "met"]

const cells = ({ row, subject, baseline, processor, ratio: r, met }: Result): ReadonlyArray<string> => [
  row.name,
  row.subject,
  number(subject),
  row.baseline,
  number(baseline),
  row.unit,
  ratio(r),
  processor === undefined ? "-" : `${number(processor.subject)} : ${number(processor.baseline)}`,
  describe(row.target, row),
  String(row.rounds),
  row.target === undefined ? "-" : met ? "yes" : "NO"
]

const widths = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<number> =>
  header.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))

/** A result in one line, for a person who watches a run that takes long. */
export const line = (result: Result): string => {
  const { row, subject, baseline, ratio: r, met } = result
  const target = row.target === undefined ? "" : `; ${describe(row.target, row)}: ${met ? "met" : "MISSED"}`
  return `${row.name}: ${number(subject)} against ${number(baseline)} ${row.unit}, ratio ${ratio(r)}${target}`
}

/** The results as a table; numbers are right-aligned. */
export const table = (results: ReadonlyArray<Result>): string => {
  const rows = [header, ...results.map(cells)]
  const wide = widths(rows)
  const line = (row: ReadonlyArray<string>): string =>
    row
      .map((cell, i) =>
        i === 2 || i === 4 || i === 6 || i === 7 || i === 9 ? cell.padStart(wide[i] ?? 0) : cell.padEnd(wide[i] ?? 0)
      )
      .join("  ")
      .trimEnd()
  const [first, ...others] = rows.map(line)
  return [first, "-".repeat(wide.reduce((sum, width) => sum + width + 2, -2)), ...others].join("\n")
}
