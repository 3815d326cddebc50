/** Shows the tree of a text, and the differences between two of them. No HTML of a page is shown as HTML. */
import { useSignal } from "@preact/signals"
import type { ComponentChildren, JSX } from "preact"
import { useEffect } from "preact/hooks"
import type { DocumentNode } from "../api/Objects.js"
import { type CodeRun, colourLines, lineOf, withKinds } from "./code.js"
import { type DataChange, hasWords, type Mark, type Piece, type Run, runsOf } from "./compare.js"
import { texts } from "./texts.js"

/** What nodes are shown with. */
export interface View {
  /** The address that a picture is shown from. */
  readonly pictureOf: (address: string) => string | Promise<string | undefined> | undefined
  /** The version whose frames are shown around what differs, where both versions stand side by side. */
  readonly side?: "before" | "after"
}

/** The view of comments and descriptions, whose texts show no pictures. */
export const noPictures: View = { pictureOf: () => undefined }

interface Ref {
  readonly kind?: string
  readonly url?: string
  readonly page?: string
  readonly file?: string
  readonly anchor?: string
  readonly reusableContent?: string
}

/** A reference as it is written in markdown. */
export const addressOf = (ref: unknown): string => {
  const { anchor, file, kind, page, reusableContent, url } = (ref ?? {}) as Ref
  if (kind === "file") return `/files/${file}`
  if (kind === "page") return `/pages/${page}`
  if (kind === "anchor") return `${page === undefined ? "" : `/pages/${page}`}#${anchor}`
  if (kind === "reusable-content") return `/reusable-contents/${reusableContent}`
  return url ?? ""
}

const Picture = ({ node, view }: { readonly node: DocumentNode; readonly view: View }): JSX.Element => {
  const source = useSignal<string | undefined>(undefined)
  const address = addressOf(node.data?.ref)
  const alt = typeof node.data?.alt === "string" ? node.data.alt : ""
  useEffect(() => {
    let isOver = false
    Promise.resolve(view.pictureOf(address)).then((found) => {
      if (!isOver) source.value = found
    })
    return () => {
      isOver = true
    }
  }, [address])
  return source.value === undefined ? (
    <span class="doc-file">{alt || address}</span>
  ) : (
    <img src={source.value} alt={alt} loading="lazy" />
  )
}

const tags: Readonly<Record<string, "b" | "i" | "s" | "code">> = {
  bold: "b",
  italic: "i",
  strikethrough: "s",
  code: "code"
}

/** Something that one version has only, said so in words and in colour. */
const marked = (mark: Mark, inner: ComponentChildren): ComponentChildren =>
  mark === "added" ? <ins>{inner}</ins> : mark === "removed" ? <del>{inner}</del> : inner

const RunView = ({ run, view }: { readonly run: CodeRun; readonly view: View }): JSX.Element => {
  const { kind, link, mark, marks = [], node, text } = run
  let inner: ComponentChildren = text
  if (node !== undefined) {
    inner =
      node.type === "image" ? (
        <Picture node={node} view={view} />
      ) : (
        <code class="dim">{String(node.data?.html ?? node.type)}</code>
      )
  } else if (text.includes("\n"))
    inner = text.split("\n").flatMap((line, index) => (index === 0 ? [line] : [<br key={index} />, line]))
  if (kind !== undefined) inner = <span class={`code-${kind}`}>{inner}</span>
  for (const name of marks) {
    const Tag = tags[name]
    if (Tag !== undefined) inner = <Tag>{inner}</Tag>
  }
  if (link !== undefined) {
    inner = (
      <span class="doc-link" title={addressOf(link.ref)}>
        {inner}
      </span>
    )
  }
  return <>{marked(mark, inner)}</>
}

const Runs = ({ runs, view }: { readonly runs: ReadonlyArray<CodeRun>; readonly view: View }): JSX.Element => (
  <>
    {runs.map((run, index) => (
      <RunView key={index} run={run} view={view} />
    ))}
  </>
)

const headings = {
  "heading-1": "h1",
  "heading-2": "h2",
  "heading-3": "h3",
  "heading-4": "h4",
  "heading-5": "h5",
  "heading-6": "h6"
} as const

/** A node around what is in it. */
const framed = (node: DocumentNode, inner: ComponentChildren, mark: string, view: View): JSX.Element => {
  const { data = {}, type = "" } = node
  const said = (name: string): string => (typeof data[name] === "string" ? data[name] : "")
  const Heading = headings[type as keyof typeof headings]
  // The page that shows this has headings of its own; these are those of a text in it.
  if (Heading !== undefined) return <Heading class={mark}>{inner}</Heading>
  switch (type) {
    case "paragraph":
      return <p class={mark}>{inner}</p>
    case "blockquote":
      return <blockquote class={mark}>{inner}</blockquote>
    case "list-unordered":
    case "list-tasks":
      return <ul class={mark}>{inner}</ul>
    case "list-ordered":
      return (
        <ol class={mark} start={typeof data.start === "number" ? data.start : 1}>
          {inner}
        </ol>
      )
    case "list-item":
      return (
        <li class={data.checked === undefined ? mark : `task ${mark}`}>
          {data.checked !== undefined && (
            <span role="img" aria-label={data.checked === true ? texts.done : texts.toDo}>
              {data.checked === true ? "☑" : "☐"}{" "}
            </span>
          )}
          {inner}
        </li>
      )
    case "code":
      return (
        <pre class={mark}>
          {(said("title") || said("syntax")) !== "" && (
            <span class="doc-label">{[said("title"), said("syntax")].filter(Boolean).join(" · ")}</span>
          )}
          <code>{inner}</code>
        </pre>
      )
    case "code-line":
      return (
        <span class={`code-line ${mark}`}>
          {inner}
          {"\n"}
        </span>
      )
    case "table":
      return (
        <div class={`doc-table ${mark}`}>
          <table>
            <tbody>{inner}</tbody>
          </table>
        </div>
      )
    case "table-row":
      return <tr class={mark}>{inner}</tr>
    case "table-cell":
      return data.header === true ? <th class={mark}>{inner}</th> : <td class={mark}>{inner}</td>
    case "divider":
      return <hr class={mark} />
    case "images":
      return <figure class={mark}>{inner}</figure>
    case "image":
      return <Picture node={node} view={view} />
    case "html":
      return (
        <pre class={`doc-html ${mark}`}>
          <code>{said("html")}</code>
        </pre>
      )
    default: {
      const { ref, ...rest } = data
      const label = [type, ...Object.entries(rest).map(([name, value]) => `${name}="${String(value)}"`), addressOf(ref)]
      return (
        <div class={`doc-tag ${type === "hint" ? `hint-${said("style")}` : ""} ${mark}`}>
          <span class="doc-label">{label.filter((part) => part !== "").join(" ")}</span>
          {inner}
        </div>
      )
    }
  }
}

const classes: Readonly<Record<Mark, string>> = { same: "", added: "added", removed: "removed" }

/** The runs of a node in two versions, with the colours of a line of code. */
const colouredRuns = (runs: ReadonlyArray<Run>, before: DocumentNode, after: DocumentNode): ReadonlyArray<CodeRun> =>
  after.type === "code-line" ? withKinds(runs, lineOf(before), lineOf(after)) : runs

const NodeView = ({
  mark,
  node,
  view
}: {
  readonly mark: Mark
  readonly node: DocumentNode
  readonly view: View
}): JSX.Element => {
  if (node.type === "code") colourLines(node)
  const inner = hasWords(node) ? (
    <Runs runs={colouredRuns(runsOf(node.nodes ?? [], mark), node, node)} view={view} />
  ) : (
    (node.nodes ?? []).map((each, index) => <NodeView key={index} mark={mark} node={each} view={view} />)
  )
  return framed(node, inner, classes[mark], view)
}

/** Nodes as they are, or as one of two versions has them. */
export const Nodes = (given: {
  readonly nodes: ReadonlyArray<DocumentNode>
  readonly view: View
  readonly mark?: Mark
}): JSX.Element => (
  <>
    {given.nodes.map((node, index) => (
      <NodeView key={index} mark={given.mark ?? "same"} node={node} view={given.view} />
    ))}
  </>
)

const DataChanges = ({ data }: { readonly data: ReadonlyArray<DataChange> }): JSX.Element => (
  <span class="doc-data">
    {data.map(({ after, before, name }) => (
      <span key={name}>
        {name === "ref" ? texts.target : name}:{" "}
        {before !== undefined && <del>{name === "ref" ? addressOf(JSON.parse(before)) : before}</del>}{" "}
        {after !== undefined && <ins>{name === "ref" ? addressOf(JSON.parse(after)) : after}</ins>}
      </span>
    ))}
  </span>
)

const PieceView = ({ piece, view }: { readonly piece: Piece; readonly view: View }): JSX.Element => {
  if (piece.mark !== "changed") return <NodeView mark={piece.mark} node={piece.node} view={view} />
  const { after, before, data, pieces, runs } = piece
  if (after.type === "code") {
    colourLines(before)
    colourLines(after)
  }
  const inner =
    runs !== undefined ? (
      <Runs runs={colouredRuns(runs, before, after)} view={view} />
    ) : (
      <Pieces pieces={pieces ?? []} view={view} />
    )
  const frame =
    after.type === "image" && data.length > 0 ? (
      <span class="doc-pictures">
        <NodeView mark="removed" node={before} view={view} />
        <NodeView mark="added" node={after} view={view} />
      </span>
    ) : (
      framed(view.side === "before" ? before : after, inner, "changed", view)
    )
  const isInRow = after.type === "table-row" || after.type === "table-cell" || after.type === "list-item"
  return data.length === 0 || isInRow ? (
    frame
  ) : (
    <>
      {frame}
      <DataChanges data={data} />
    </>
  )
}

/** The differences between two versions of some nodes. */
export const Pieces = ({
  pieces,
  view
}: {
  readonly pieces: ReadonlyArray<Piece>
  readonly view: View
}): JSX.Element => (
  <>
    {pieces.map((piece, index) => (
      <PieceView key={index} piece={piece} view={view} />
    ))}
  </>
)
