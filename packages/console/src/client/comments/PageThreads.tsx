/** The comments on one page, beside the parts of its text that they are about. */
import { type Signal, signal, useSignal } from "@preact/signals"
import type { ComponentChildren, JSX, RefObject } from "preact"
import { useEffect, useMemo } from "preact/hooks"
import type { Annotations } from "../comparison/Annotations.js"
import { type Words, wordsIn } from "../editor/wordsIn.js"
import { addStyles } from "../parts/addStyles.js"
import { complain, say } from "../parts/Toasts.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { Composer } from "./Composer.js"
import styles from "./comments.css" with { type: "text" }
import type { PendingComment, PendingComments } from "./Pending.js"
import { PendingView } from "./PendingView.js"
import { selectedRange } from "./selection.js"
import { openThreads, type Range, type Thread, type Threads } from "./Threads.js"
import { ThreadView } from "./ThreadView.js"
import { texts } from "./texts.js"

addStyles(styles)

/** The comments of the line that is open, while a component is shown. */
export const useThreads = (model: SpaceModel): Threads => {
  const threads = useMemo(() => openThreads(model), [model])
  useEffect(() => () => threads.close(), [threads])
  return threads
}

/** Where the words of a comment end, without what is blank after them; nothing if they do not stand in the text. */
const endOf = ({ target }: Thread): number | undefined => {
  const { lost, quote = "", range } = target
  if (range === undefined || lost === true) return undefined
  return Math.max(range.start + 1, range.end - (quote.length - quote.trimEnd().length))
}

/** Where the words of a comment that waits for a review stand; nothing if it is about none, or they are gone. */
const keptIn = (markdown: string, { quote, range }: PendingComment): Words | undefined =>
  quote === undefined || range === undefined ? undefined : wordsIn(markdown, { quote, start: range.start })

/** What a page has of comments: those beside its text, those that are not, and one that is being written. */
export interface PageThreads {
  readonly annotations: Annotations
  /** The comments on the page as a whole, and those whose words are gone. */
  readonly others: ReadonlyArray<Thread>
  /** Those that wait for a review. */
  readonly othersKept: ComponentChildren
  /** Keeps a comment on the page as a whole for a review. */
  readonly keep: ((markdown: string) => void) | undefined
  readonly picked: Signal<ReadonlySet<string>>
  readonly begin: (range: Range | undefined) => void
  readonly view: (thread: Thread) => JSX.Element
}

/** The range of a comment that is being written, on which page. */
const composing = signal<{ readonly page: string; readonly range: Range } | undefined>(undefined)

/** The comments on a page whose text has the given parts. */
export const usePageThreads = (given: {
  readonly model: SpaceModel
  readonly threads: Threads
  readonly page: string | undefined
  readonly markdown: string
  /** The revision that has the text. */
  readonly revision?: string | undefined
  readonly mayComment: boolean
  /** Where comments can be kept for a review. */
  readonly pending?: PendingComments | undefined
}): PageThreads => {
  const { markdown, mayComment, model, page, pending, revision, threads } = given
  const picked = useSignal<ReadonlySet<string>>(new Set())
  const all = (threads.threads.value ?? []).filter(({ target }) => page !== undefined && target.page?.id === page)
  const isPlaced = (thread: Thread): boolean => {
    const end = endOf(thread)
    return end !== undefined && end <= markdown.length
  }
  const view = (thread: Thread) => (
    <ThreadView key={thread.id} model={model} threads={threads} thread={thread} picked={picked} pending={pending} />
  )
  const kept = (pending?.comments.value ?? []).filter((comment) => comment.page === page && page !== undefined)
  const viewKept = (comment: PendingComment, title?: string) =>
    pending && <PendingView key={comment.id} model={model} pending={pending} comment={comment} title={title} />
  const about = (range: Range | undefined) => ({
    ...(page !== undefined && { page }),
    ...(range !== undefined && { range, quote: markdown.slice(range.start, range.end) })
  })
  const send = (range: Range | undefined) => async (text: string, suggestion?: string) => {
    await threads.comment({
      markdown: text,
      ...about(range),
      ...(suggestion !== undefined && { suggestion })
    })
    composing.value = undefined
  }
  const keep =
    pending &&
    ((range: Range | undefined) => (text: string, suggestion?: string) => {
      pending.keep({
        id: crypto.randomUUID(),
        markdown: text,
        ...about(range),
        // By the time it is sent, the words may have moved.
        ...(range !== undefined && revision !== undefined && { revision }),
        ...(suggestion !== undefined && { suggestion })
      })
      composing.value = undefined
    })
  const at = (start: number, end: number) =>
    all.filter((thread) => {
      const last = endOf(thread)
      return last !== undefined && last > start && last <= end
    })
  const keptAt = (start: number, end: number) =>
    kept.filter((comment) => {
      const words = keptIn(markdown, comment)
      return words !== undefined && words.to > start && words.to <= end
    })
  const written = composing.value?.page === page ? composing.value?.range : undefined
  const isWritten = (start: number, end: number) => written !== undefined && written.end > start && written.end <= end
  const below = (start: number, end: number): ComponentChildren => {
    const here = at(start, end)
    const isHere = isWritten(start, end)
    const waiting = keptAt(start, end)
    if (here.length + waiting.length === 0 && !isHere) return undefined
    return (
      <div class="threads">
        {here.map(view)}
        {waiting.map((comment) => viewKept(comment))}
        {isHere && written !== undefined && (
          <Composer
            key={`${written.start}-${written.end}`}
            model={model}
            label={`${texts.onWords} “${markdown.slice(written.start, written.end).slice(0, 60)}”`}
            button={texts.post}
            draft={`${model.line}/${page}/${written.start}-${written.end}`}
            quote={markdown.slice(written.start, written.end)}
            send={send(written)}
            keep={keep?.(written)}
            cancel={() => {
              composing.value = undefined
            }}
          />
        )}
      </div>
    )
  }
  return {
    annotations: {
      below,
      has: (start, end) => at(start, end).length + keptAt(start, end).length > 0 || isWritten(start, end),
      ...(mayComment &&
        page !== undefined && {
          comment: (start: number, end: number) => {
            composing.value = { page, range: { start, end } }
          }
        })
    },
    others: all.filter((thread) => !isPlaced(thread)),
    othersKept: kept
      .filter((comment) => keptIn(markdown, comment) === undefined)
      .map((comment) => viewKept(comment, comment.range === undefined ? undefined : texts.pendingMoved)),
    keep: keep?.(undefined),
    picked,
    begin: (range) => {
      if (page !== undefined && range !== undefined) composing.value = { page, range }
    },
    view
  }
}

/** The comments on the page as a whole and on earlier texts, with a field for a new one. */
export const WholePage = (given: {
  readonly model: SpaceModel
  readonly threads: Threads
  readonly page: string
  readonly shown: PageThreads
  readonly mayComment: boolean
}): JSX.Element => {
  const { mayComment, model, page, shown, threads } = given
  const isWriting = useSignal(false)
  return (
    <section class="threads whole" aria-label={texts.onWhole}>
      {shown.others.map(shown.view)}
      {shown.othersKept}
      {isWriting.value ? (
        <Composer
          model={model}
          label={texts.onWhole}
          button={texts.post}
          draft={`${model.line}/${page}`}
          send={async (markdown) => {
            await threads.comment({ markdown, page })
            isWriting.value = false
          }}
          keep={
            shown.keep &&
            ((markdown) => {
              shown.keep?.(markdown)
              isWriting.value = false
            })
          }
          cancel={() => {
            isWriting.value = false
          }}
        />
      ) : (
        <button
          type="button"
          disabled={!mayComment}
          title={mayComment ? undefined : texts.mayNot}
          onClick={() => {
            isWriting.value = true
          }}
        >
          {texts.onWhole}…
        </button>
      )}
    </section>
  )
}

/** Applies the suggestions that were picked. */
export const ApplyPicked = (given: {
  readonly threads: Threads
  readonly picked: Signal<ReadonlySet<string>>
}): JSX.Element | null => {
  const { picked, threads } = given
  const count = picked.value.size
  if (count === 0) return null
  return (
    <button
      type="button"
      class="primary"
      onClick={() => {
        threads.apply([...picked.value]).then(() => {
          picked.value = new Set()
          say(texts.applied(count))
        }, complain)
      }}
    >
      {texts.applyAll(count)}
    </button>
  )
}

/** A button beside the words that are selected in an element, which begins a comment on them. */
export const CommentSelection = (given: {
  readonly root: RefObject<HTMLElement | null>
  readonly markdown: string
  readonly begin: (range: Range) => void
}): JSX.Element | null => {
  const { begin, markdown, root } = given
  const found = useSignal<{ readonly range: Range; readonly x: number; readonly y: number } | undefined>(undefined)
  useEffect(() => {
    const look = () => {
      const range = root.current === null ? undefined : selectedRange(root.current, markdown)
      const box = range === undefined ? undefined : getSelection()?.getRangeAt(0).getBoundingClientRect()
      found.value =
        range === undefined || box === undefined
          ? undefined
          : { range, x: Math.min(box.right, innerWidth - 180), y: Math.max(8, box.top - 40) }
    }
    document.addEventListener("selectionchange", look)
    return () => document.removeEventListener("selectionchange", look)
  }, [markdown])
  const now = found.value
  if (now === undefined) return null
  return (
    <button
      type="button"
      class="primary comment-selection"
      style={{ left: `${now.x}px`, top: `${now.y}px` }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        getSelection()?.removeAllRanges()
        begin(now.range)
      }}
    >
      {texts.post}
    </button>
  )
}
