/** Blocks of every kind, written from the same parts: lines, items, rows, tabs. */

/** A block: the text of its parts, with the columns of a table, and the sign of a list, so that two never join. */
export interface Shape {
  readonly kind: Kind
  readonly columns: 2 | 3
  readonly sign: "-" | "*" | "+"
}

type Writer = (parts: ReadonlyArray<string>, sign: Shape["sign"]) => string

const each =
  (write: (part: string, sign: string, index: number) => string): Writer =>
  (parts, sign) =>
    parts.map((part, index) => write(part, sign, index)).join("\n")

const tag = (name: string, inner: string, options = ""): string => `{% ${name}${options} %}\n${inner}\n{% end${name} %}`

const tags = (outer: string, name: string, options: (part: string) => string) => (parts: ReadonlyArray<string>) =>
  tag(outer, parts.map((part) => tag(name, part, options(part))).join("\n"))

const lines = (parts: ReadonlyArray<string>): string => parts.join("\n")

const cells = (parts: ReadonlyArray<string>): string => `| ${parts.join(" | ")} |`

const quote = each((part) => `> ${part}`)

const writers = {
  paragraph: lines,
  heading: (parts) => `${lines(parts)}\n===`,
  list: each((part, sign) => `${sign} ${part}`),
  loose: (parts, sign) => parts.map((part) => `${sign} ${part}`).join("\n\n"),
  nested: each((part, sign, index) => (index === 0 ? `${sign} ${part}` : `  - ${part}`)),
  ordered: each((part, sign, index) => `${index + 1}${sign === "-" ? "." : ")"} ${part}`),
  tasks: each((part, sign) => `${sign} [ ] ${part}`),
  fence: (parts) => `\`\`\`js\n${lines(parts)}\n\`\`\``,
  quote,
  hint: (parts) => tag("hint", lines(parts), ' style="info"'),
  quoteInHint: (parts, sign) => tag("hint", quote(parts, sign)),
  tabs: tags("tabs", "tab", (part) => ` title="${part.split(" ")[0]}"`),
  stepper: tags("stepper", "step", () => ""),
  columns: tags("columns", "column", () => ""),
  html: (parts) => `<div>\n${lines(parts)}\n</div>`,
  details: (parts) => `<details>\n<summary>more</summary>\n\n${parts.join("\n\n")}\n\n</details>`,
  definitions: each((part) => `[${part.replaceAll(/[`*]/g, "")}]: https://example.com`)
} satisfies Readonly<Record<string, Writer>>

/** A kind of block. */
export type Kind = keyof typeof writers | "table"

/** All kinds of blocks. */
export const kinds: ReadonlyArray<Kind> = ["table", "table", ...(Object.keys(writers) as Array<keyof typeof writers>)]

/** Kinds whose lines are merged by whole lines only. */
export const wholeLines: ReadonlySet<Kind> = new Set(["table", "fence", "heading", "html", "definitions"])

/** Kinds by how their lines are written, so that a line of one is also a line of the others of the same name. */
const written: Readonly<Partial<Record<Kind, string>>> = {
  paragraph: "text",
  hint: "text",
  tabs: "text",
  stepper: "text",
  columns: "text",
  details: "text",
  quote: "quote",
  quoteInHint: "quote",
  list: "item",
  loose: "item",
  nested: "item",
  ordered: "item",
  tasks: "item"
}

/** Whether lines of these kinds read alike: one only puts the other between tags, or is another kind of list. */
export const readAlike = (one: Kind, other: Kind): boolean =>
  written[one] !== undefined && written[one] === written[other]

/** The block as markdown. */
export const writeBlock = ({ columns, kind, sign }: Shape, parts: ReadonlyArray<string>): string => {
  if (kind !== "table") return writers[kind](parts, sign)
  const more = Array.from({ length: columns - 1 }, (_, index) => `c${index}`)
  return [
    cells(["head", ...more]),
    cells(["-", ...more.map(() => "-")]),
    ...parts.map((part) => cells([part, ...more]))
  ].join("\n")
}
