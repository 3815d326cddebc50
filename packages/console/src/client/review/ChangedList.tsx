/** The list of what a change request changes. */
import type { ComponentChildren, JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { Changed } from "../comparison/changed.js"
import { texts } from "../comparison/texts.js"
import { Rest } from "./Listed.js"

/** The list; `children` stand above it. */
export const ChangedList = (given: {
  readonly shown: ReadonlyArray<Changed>
  readonly current: Changed | undefined
  readonly viewed: ReadonlyMap<string, boolean>
  readonly threads: ReadonlyArray<{ readonly item: Changed }>
  /** How many changes are not read yet, and how to read them. */
  readonly more: number | undefined
  readonly readMore: () => void
  readonly hrefOf: (item: Changed) => string
  readonly children: ComponentChildren
}): JSX.Element => {
  const { children, current, hrefOf, more = 0, readMore, shown, threads, viewed } = given
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector(".current")?.scrollIntoView({ block: "nearest" })
  }, [current?.id])
  const comments = new Map<string, number>()
  for (const { item } of threads) comments.set(item.id, (comments.get(item.id) ?? 0) + 1)
  return (
    <nav class="changed-list" aria-label={texts.changes}>
      <div class="changed-head">{children}</div>
      <ul ref={list}>
        {shown.map((item) => (
          <ChangedRow
            key={item.id}
            item={item}
            href={hrefOf(item)}
            isCurrent={item === current}
            viewed={viewed.get(item.id)}
            comments={comments.get(item.id) ?? 0}
          />
        ))}
      </ul>
      {more > 0 && <Rest more={more} read={readMore} />}
    </nav>
  )
}

const signs: Readonly<Record<string, string>> = { created: "+", deleted: "−", moved: "→", edited: "±" }

const ChangedRow = (given: {
  readonly item: Changed
  readonly href: string
  readonly isCurrent: boolean
  readonly viewed: boolean | undefined
  readonly comments: number
}): JSX.Element => {
  const { comments, href, isCurrent, item, viewed } = given
  const kinds = item.kinds.map((kind) => texts.kinds[kind as keyof typeof texts.kinds] ?? kind)
  return (
    <li class={`${isCurrent ? "current" : ""} ${viewed === true ? "is-viewed" : ""}`}>
      <a href={href} aria-current={isCurrent ? "true" : undefined} title={item.path}>
        <span class={`sign ${item.kinds[0]}`} aria-hidden="true">
          {item.kinds.map((kind) => signs[kind] ?? "").join("")}
        </span>
        <span class="changed-name">{item.name}</span>
        <span class="unseen">{kinds.join(", ")}</span>
        {comments > 0 && (
          <span class="badge" role="img" aria-label={texts.openComments(comments)}>
            {comments}
          </span>
        )}
        {viewed === true && (
          <span role="img" aria-label={texts.viewed}>
            ✓
          </span>
        )}
        {viewed === false && (
          <span role="img" aria-label={texts.changedSinceViewed} title={texts.changedSinceViewed}>
            •
          </span>
        )}
      </a>
    </li>
  )
}
