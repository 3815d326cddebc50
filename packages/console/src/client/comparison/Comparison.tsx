/** What differs in a page or another item: its place, its settings, its text, or the bytes of a file. */
import type { JSX } from "preact"
import { useMemo } from "preact/hooks"
import type { ComparedBlock, ItemComparison } from "../api/Objects.js"
import { addStyles } from "../parts/addStyles.js"
import type { Annotations } from "./Annotations.js"
import { piecesOf } from "./compare.js"
import styles from "./comparison.css" with { type: "text" }
import { Nodes, Pieces, type View } from "./DocumentView.js"
import { Facts } from "./Facts.js"
import { Folded } from "./Folded.js"
import { foldsOf } from "./folds.js"
import { SourceDiff } from "./SourceDiff.js"
import { texts } from "./texts.js"

addStyles(styles)

/** How a comparison is shown. */
export interface Look {
  readonly isSource: boolean
  readonly isBeside: boolean
}

const BlockView = ({
  block,
  isBeside,
  view
}: {
  readonly block: ComparedBlock
  readonly isBeside: boolean
  readonly view: View
}): JSX.Element => {
  const [before, after] = [block.before?.nodes ?? [], block.after?.nodes ?? []]
  const pieces = useMemo(() => (block.kind === "changed" ? piecesOf(before, after) : []), [block])
  if (block.kind === "same") return <Nodes nodes={after} view={view} />
  if (isBeside) {
    // Each side hides what only the other one has.
    return (
      <div class="pair">
        <div class="pair-before">
          {block.kind === "changed" ? (
            <Pieces pieces={pieces} view={{ ...view, side: "before" }} />
          ) : (
            <Nodes nodes={before} mark="removed" view={view} />
          )}
        </div>
        <div class="pair-after">
          {block.kind === "changed" ? (
            <Pieces pieces={pieces} view={view} />
          ) : (
            <Nodes nodes={after} mark="added" view={view} />
          )}
        </div>
      </div>
    )
  }
  if (block.kind === "changed") return <Pieces pieces={pieces} view={view} />
  return block.kind === "added" ? (
    <Nodes nodes={after} mark="added" view={view} />
  ) : (
    <Nodes nodes={before} mark="removed" view={view} />
  )
}

/** Whether a node of the page shows nothing, such as the definition of a link. */
const isBlank = (block: ComparedBlock): boolean =>
  (block.before?.nodes ?? []).length === 0 && (block.after?.nodes ?? []).length === 0

const Rendered = (given: {
  readonly comparison: ItemComparison
  readonly isBeside: boolean
  readonly view: View
  readonly annotations: Annotations | undefined
}): JSX.Element => {
  const { annotations, comparison, isBeside, view } = given
  const { blocks = [] } = comparison
  const folds = foldsOf(
    blocks,
    ({ after, kind }) => kind === "same" && (after === undefined || annotations?.has(after.start, after.end) !== true),
    1
  )
  const hasOthers = blocks.some((block) => block.kind !== "same" && isBlank(block))
  const isText = comparison.before?.markdown !== comparison.after?.markdown
  const hasChange = blocks.some((block) => block.kind !== "same" && !isBlank(block))
  const isSpaced =
    isText && comparison.before !== undefined && comparison.after !== undefined && differsOutside(comparison)
  const show = (block: ComparedBlock, index: number): JSX.Element => {
    const { after } = block
    const under = after === undefined ? undefined : annotations?.below(after.start, after.end)
    return (
      <div key={index} class={`block ${block.kind}`} data-start={after?.start} data-end={after?.end}>
        {after !== undefined && annotations?.comment !== undefined && (
          <button
            type="button"
            class="comment-block"
            title={texts.commentBlock}
            aria-label={texts.commentBlock}
            onClick={() => annotations.comment?.(after.start, after.end)}
          >
            +
          </button>
        )}
        <div class="block-text">
          <BlockView block={block} isBeside={isBeside} view={view} />
        </div>
        {under}
      </div>
    )
  }
  return (
    <div class={`doc ${isBeside ? "beside" : "one"}`}>
      {(isSpaced || hasOthers) && <p class="note">{hasChange ? texts.alsoInSource : texts.onlyInSource}</p>}
      {folds.map((fold) => (
        <Folded
          key={fold.from}
          fold={fold}
          length={blocks.length}
          step={3}
          label={texts.unchangedBlocks}
          frame={(buttons) => <div class="folded">{buttons}</div>}
          show={(from, to) => blocks.slice(from, to).map((block, index) => show(block, from + index))}
        />
      ))}
    </div>
  )
}

/**
 * Whether two texts differ outside of their blocks: in blank lines, in line breaks or in front matter. Blocks that were
 * added or removed take the blank lines beside them along.
 */
export const differsOutside = ({ after, before, blocks = [] }: ItemComparison): boolean => {
  const [old, young] = [before?.markdown ?? "", after?.markdown ?? ""]
  const ends = [{ before: { end: 0 }, after: { end: 0 } }, ...blocks]
  const starts = [...blocks, { before: { start: old.length }, after: { start: young.length } }]
  return starts.some(({ after: next, before: nextBefore }, index) => {
    const { after: last, before: lastBefore } = ends[index] ?? {}
    if (next === undefined || nextBefore === undefined || last === undefined || lastBefore === undefined) return false
    return old.slice(lastBefore.end, nextBefore.start) !== young.slice(last.end, next.start)
  })
}

/** The comparison of one item. */
export const Comparison = (given: {
  readonly comparison: ItemComparison
  readonly look: Look
  readonly view: View
  readonly annotations?: Annotations | undefined
}): JSX.Element => {
  const { annotations, comparison, look, view } = given
  const { after, before, blocks = [], changes, files = [] } = comparison
  const isText = before?.markdown !== after?.markdown
  const isTooLong = blocks.some(
    (block) =>
      (block.before ?? block.after) !== undefined &&
      block.before?.nodes === undefined &&
      block.after?.nodes === undefined
  )
  const isSource = look.isSource || isTooLong
  const hasNotes = annotations !== undefined && after !== undefined
  return (
    <div class="comparison">
      <Facts changes={changes} />
      {isTooLong && !look.isSource && <p class="note">{texts.tooLong}</p>}
      {(isText || hasNotes) &&
        (isSource ? (
          <SourceDiff
            before={before?.markdown ?? ""}
            after={after?.markdown ?? ""}
            isBeside={look.isBeside}
            annotations={annotations}
          />
        ) : (
          <Rendered comparison={comparison} isBeside={look.isBeside} view={view} annotations={annotations} />
        ))}
      {files.map((file) => (
        <section key={file.path} aria-label={file.path}>
          <h3>{file.path}</h3>
          <SourceDiff before={file.before ?? ""} after={file.after ?? ""} isBeside={look.isBeside} />
        </section>
      ))}
      {changes.length === 0 && !isText && <p class="empty">{texts.noChanges}</p>}
    </div>
  )
}
