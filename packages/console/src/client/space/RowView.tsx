/** A page in the tree of its space. */

import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine"
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter"
import { emojiOf } from "@lectern/core/internal/content/pages/EmojiText"
import type { JSX } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { texts } from "../texts.js"
import type { SpaceModel } from "./SpaceModel.js"
import { findPage, nameOf, placeOfDrop, type Row } from "./Tree.js"

type Where = "before" | "after" | "into"

const whereOf = (element: Element, y: number): Where => {
  const { height: whole, top } = element.getBoundingClientRect()
  const part = (y - top) / whole
  return part < 0.3 ? "before" : part > 0.7 ? "after" : "into"
}

interface RowGiven {
  readonly row: Row
  readonly model: SpaceModel
  readonly href: string
  readonly isCurrent: boolean
  readonly isFocused: boolean
  readonly isRenaming: boolean
  readonly toggle: () => void
  readonly focus: () => void
  readonly rename: (name: string | undefined) => void
  readonly menu: (element: HTMLElement) => void
}

/** A row of the tree: a page, which can be opened, dragged and renamed. */
export const RowView = (given: RowGiven): JSX.Element => {
  const { isCurrent, isFocused, isRenaming, model, row } = given
  const element = useRef<HTMLDivElement>(null)
  const [drop, setDrop] = useState<Where | undefined>(undefined)
  const canEdit = model.canEdit()
  useEffect(() => {
    const here = element.current
    if (here === null || !canEdit) return
    return combine(
      draggable({ element: here, getInitialData: () => ({ page: row.page.id }) }),
      dropTargetForElements({
        element: here,
        canDrop: ({ source }) => source.data.page !== row.page.id,
        onDrag: ({ location: { current } }) => setDrop(whereOf(here, current.input.clientY)),
        onDragLeave: () => setDrop(undefined),
        onDrop: ({ location: { current }, source }) => {
          setDrop(undefined)
          const to = placeOfDrop(model.pages.value, String(source.data.page), row, whereOf(here, current.input.clientY))
          const moved = findPage(model.pages.value, ({ id }) => id === source.data.page)
          if (to !== undefined && moved !== undefined) void model.move(moved.page, to)
        }
      })
    )
  }, [row, canEdit])
  const { depth, hasChildren, isOpen, page } = row
  return (
    <div
      ref={element}
      id={`page-${page.id}`}
      role="treeitem"
      class={`row${isCurrent ? " current" : ""}${drop === undefined ? "" : ` drop-${drop}`}${page.hidden === true ? " hidden" : ""}`}
      aria-level={depth + 1}
      aria-posinset={row.index + 1}
      aria-setsize={row.count}
      aria-selected={isCurrent}
      {...(hasChildren && { "aria-expanded": isOpen })}
      style={{ paddingLeft: `${0.25 + depth * 0.9}rem` }}
    >
      <button
        type="button"
        class={`chevron${isOpen ? " open" : ""}`}
        tabIndex={-1}
        aria-hidden="true"
        disabled={!hasChildren}
        onClick={given.toggle}
      />
      {isRenaming ? (
        <input
          class="row-input"
          aria-label={texts.rename}
          // As it was when the field appeared: what is typed stays when others change the tree.
          defaultValue={nameOf(page)}
          maxLength={256}
          onKeyDown={(event) => {
            event.stopPropagation()
            if (event.key === "Enter") given.rename(event.currentTarget.value.trim() || undefined)
            if (event.key === "Escape") given.rename(undefined)
          }}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={(event) => given.rename(event.currentTarget.value.trim() || undefined)}
        />
      ) : (
        <a class="row-link" href={given.href} tabIndex={isFocused ? 0 : -1} draggable={false} onFocus={given.focus}>
          {page.emoji !== undefined && <span class="emoji">{emojiOf(page.emoji)}</span>}
          <span class="row-title">{nameOf(page) || texts.untitled}</span>
        </a>
      )}
      <button
        type="button"
        class="row-menu"
        tabIndex={-1}
        aria-label={`${texts.more}: ${nameOf(page)}`}
        onClick={(event) => given.menu(event.currentTarget)}
      >
        ⋯
      </button>
    </div>
  )
}
