/** Parses comma-separated values (RFC 4180). */

/** The rows of a CSV text, each as its fields. */
export const parseCsv = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<Array<string>> = []
  let row: Array<string> = []
  let at = 0
  while (at < text.length) {
    let field = ""
    if (text[at] === '"') {
      for (at++; at < text.length; at++) {
        const quote = text.indexOf('"', at)
        const end = quote < 0 ? text.length : quote
        field += text.slice(at, end)
        at = end
        if (text[at + 1] !== '"') break
        field += '"'
        at++
      }
      at++
    }
    const rest = /[^,\r\n]*/y
    rest.lastIndex = at
    const plain = rest.exec(text)?.[0] ?? ""
    row.push(field + plain)
    at += plain.length
    if (text[at] === ",") {
      at++
      if (at === text.length) row.push("")
      continue
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at++
    at++
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push(row)
  return rows
}
