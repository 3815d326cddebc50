/**
 * The tree of pages. Only the rows that are to be seen are in the document, so that 10,000 pages are as quick as ten.
 */

import type { JSX } from "preact"
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import type { PageNode } from "../api/Objects.js"
import { go, moves, type Place, pathOf } from "../navigation/Router.js"
import { type Command, Menu } from "../parts/Menu.js"
import { undoLast } from "../parts/Toasts.js"
import { texts } from "../texts.js"
import { RowView } from "./RowView.js"
import type { SpaceModel } from "./SpaceModel.js"
import { findPage, nameOf, placeAfter, type Row, rowsOf } from "./Tree.js"

/** The height of a row, in pixels. */
const height = 32
/** How many rows beyond the visible ones are in the document. */
const beyond = 8

/** The tree of a space, with everything that can be done to it. */
export const TreeView = ({
  model,
  place
}: {
  model: SpaceModel
  place: Extract<Place, { kind: "space" }>
}): JSX.Element => {
  const pages = model.pages.value
  const current = findPage(pages, (page) => page.path !== undefined && page.path === place.path)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [focused, setFocused] = useState<string | undefined>(undefined)
  const [renaming, setRenaming] = useState<string | undefined>(undefined)
  const [menu, setMenu] = useState<{ row: Row; x: number; y: number } | undefined>(undefined)
  const [top, setTop] = useState(0)
  const [visible, setVisible] = useState(800)
  const scroller = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: "", at: 0 })

  // The page that is shown is in sight, whatever was closed. The focus does not go there.
  const sought = useRef<string | undefined>(undefined)
  /** Whether the focus is on its way to the page that was opened, until somebody does something in the tree again. */
  const isQuiet = useRef(false)
  const moved = useRef(moves.peek())
  // Before the next key, which goes on from there.
  useLayoutEffect(() => {
    if (current === undefined) return
    const { id } = current.page
    setOpen((before) => new Set([...before, ...current.above.map((page) => page.id)]))
    isQuiet.current = moves.peek() !== moved.current
    moved.current = moves.peek()
    setFocused(id)
    sought.current = id
  }, [current?.page.id])
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const observer = new ResizeObserver(() => setVisible(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const rows = useMemo(() => rowsOf(pages, open), [pages, open])
  // Where a page was deleted, its neighbour is next.
  const lastAt = useRef(0)
  const found = rows.findIndex(({ page }) => page.id === focused)
  const at = found === -1 ? Math.max(0, Math.min(lastAt.current, rows.length - 1)) : found
  lastAt.current = at

  // The focus goes with the row, and into its field. A row that is moved or deleted would lose it.
  const hasFocus = useRef(false)
  const row = rows[at]
  useLayoutEffect(() => {
    const active = document.activeElement
    if (row === undefined || !hasFocus.current) return
    if (active !== document.body && (isQuiet.current || scroller.current?.contains(active) !== true)) return
    const element = document.getElementById(`page-${row.page.id}`)
    if (renaming === undefined && element?.contains(active) === true) return
    element?.querySelector<HTMLElement>(".row-link, input")?.focus({ preventScroll: true })
  }, [row, at, renaming])
  const scrollTo = (index: number) => {
    const element = scroller.current
    if (element === null) return
    const y = index * height
    if (y < element.scrollTop) element.scrollTop = y
    else if (y + height > element.scrollTop + element.clientHeight)
      element.scrollTop = y + height - element.clientHeight
  }
  const show = (index: number) => {
    const row = rows[index]
    if (row === undefined) return
    setFocused(row.page.id)
    scrollTo(index)
  }
  useEffect(() => {
    const index = rows.findIndex(({ page }) => page.id === sought.current)
    if (index === -1) return
    sought.current = undefined
    show(index)
  }, [rows, current?.page.id])

  const toggle = (row: Row, to = !row.isOpen) => {
    const next = new Set(open)
    if (to) next.add(row.page.id)
    else next.delete(row.page.id)
    setOpen(next)
  }
  const placeOfPage = ({ path }: PageNode): Place => ({ ...place, path })
  const openPage = (page: PageNode) => {
    if (page.path !== undefined) go(placeOfPage(page))
  }
  const openById = (id: string | undefined) => {
    const found = id === undefined ? undefined : findPage(model.pages.value, (page) => page.id === id)
    if (found !== undefined) openPage(found.page)
  }
  const move = (page: PageNode, how: "up" | "down" | "in" | "out") => {
    const to = placeAfter(model.pages.value, page.id, how)
    if (to === undefined) return
    if (to.into !== null) setOpen((before) => new Set([...before, to.into!]))
    void model.move(page, to)
  }
  const remove = (page: PageNode) => {
    // Where it is brought back, one goes on with it.
    sought.current = page.id
    void model.remove(page)
  }
  const commandsOf = (row: Row): ReadonlyArray<Command> => {
    const { page } = row
    const isOff = !model.canEdit()
    return [
      { name: texts.newPageInside, isOff, run: () => void model.newPage(page.id).then(openById) },
      { name: texts.rename, keys: "F2", isOff, run: () => beginRename(page) },
      { name: texts.duplicate, keys: "Ctrl+D", isOff, run: () => void model.duplicate(page).then(openById) },
      { name: texts.moveUp, keys: "Alt+↑", isOff, run: () => move(page, "up") },
      { name: texts.moveDown, keys: "Alt+↓", isOff, run: () => move(page, "down") },
      { name: texts.moveIn, keys: "Alt+→", isOff, run: () => move(page, "in") },
      { name: texts.moveOut, keys: "Alt+←", isOff, run: () => move(page, "out") },
      { name: texts.remove, keys: "Del", isOff, isBad: true, run: () => remove(page) }
    ]
  }
  // The field that is taken away says once more that it has lost the focus.
  const renamed = useRef<string | undefined>(undefined)
  const beginRename = (page: PageNode) => {
    renamed.current = page.id
    setRenaming(page.id)
  }
  const rename = ({ page }: Row, name: string | undefined) => {
    if (renamed.current !== page.id) return
    renamed.current = undefined
    setRenaming(undefined)
    if (name === undefined || name === nameOf(page)) return
    void (page.label === undefined ? model.rename(page, name) : model.relabel(page, name))
  }
  const startsWith = (key: string) => {
    const now = Date.now()
    typed.current = { text: now - typed.current.at < 700 ? typed.current.text + key : key, at: now }
    const from = typed.current.text.length > 1 ? at : at + 1
    const order = [...rows.keys()].map((i) => (from + i) % rows.length)
    const found = order.find((i) => nameOf(rows[i]!.page).toLowerCase().startsWith(typed.current.text.toLowerCase()))
    if (found !== undefined) show(found)
  }
  const alt: Readonly<Record<string, "up" | "down" | "in" | "out">> = {
    ArrowUp: "up",
    ArrowDown: "down",
    ArrowRight: "in",
    ArrowLeft: "out"
  }
  const onKeyDown = (event: KeyboardEvent) => {
    isQuiet.current = false
    const row = rows[at]
    if (row === undefined || (event.target as Element).tagName === "INPUT") return
    const editable = model.canEdit()
    const key = event.key
    const doing = ((): (() => void) | undefined => {
      if (event.altKey) return editable && alt[key] !== undefined ? () => move(row.page, alt[key]!) : undefined
      if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "d" && editable) {
        return () => void model.duplicate(row.page).then(openById)
      }
      if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z") return undoLast
      if (event.ctrlKey || event.metaKey) return undefined
      if (key === "ArrowDown") return () => show(Math.min(at + 1, rows.length - 1))
      if (key === "ArrowUp") return () => show(Math.max(at - 1, 0))
      if (key === "Home") return () => show(0)
      if (key === "End") return () => show(rows.length - 1)
      if (key === "ArrowRight" && row.hasChildren) return () => (row.isOpen ? show(at + 1) : toggle(row, true))
      if (key === "ArrowLeft") {
        if (row.isOpen) return () => toggle(row, false)
        return () => show(rows.findIndex(({ page }) => page.id === row.parent))
      }
      if (key === "F2" && editable) return () => beginRename(row.page)
      if (key === "Delete" && editable) return () => remove(row.page)
      if (key.length === 1 && key !== " ") return () => startsWith(key)
      return undefined
    })()
    if (doing === undefined) return
    event.preventDefault()
    doing()
  }

  const from = Math.max(0, Math.floor(top / height) - beyond)
  const to = Math.min(rows.length, Math.ceil((top + visible) / height) + beyond)
  // The row that has the focus stays in the document, wherever one has scrolled.
  const shown = rows.slice(from, to).map((row, i) => ({ row, index: from + i }))
  if (rows[at] !== undefined && (at < from || at >= to)) shown.push({ row: rows[at], index: at })
  return (
    <div class="tree">
      <div
        ref={scroller}
        class="tree-scroll"
        role="tree"
        aria-label={texts.menu}
        aria-describedby="tree-help"
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
        onFocusIn={() => {
          hasFocus.current = true
          isQuiet.current = false
        }}
        onFocusOut={({ relatedTarget, target }) => {
          // An element that is taken out of the document loses the focus too, but nobody has left the tree.
          queueMicrotask(() => {
            if (relatedTarget !== null || (target as Element).isConnected)
              hasFocus.current = scroller.current?.contains(relatedTarget as Node | null) === true
          })
        }}
      >
        <div role="presentation" style={{ height: `${rows.length * height}px`, position: "relative" }}>
          {shown.map(({ index, row }) => (
            <div
              key={row.page.id}
              role="presentation"
              class="row-place"
              style={{ transform: `translateY(${index * height}px)`, height: `${height}px` }}
            >
              <RowView
                row={row}
                model={model}
                href={pathOf(placeOfPage(row.page))}
                isCurrent={row.page.id === current?.page.id}
                isFocused={index === at}
                isRenaming={row.page.id === renaming}
                toggle={() => toggle(row)}
                focus={() => setFocused(row.page.id)}
                rename={(name) => rename(row, name)}
                menu={(element) => {
                  const { bottom, right } = element.getBoundingClientRect()
                  setMenu({ row, x: right, y: bottom })
                }}
              />
            </div>
          ))}
        </div>
      </div>
      <p id="tree-help" class="unseen">
        {texts.treeHelp}
      </p>
      {menu !== undefined && (
        <Menu
          x={menu.x}
          y={menu.y}
          commands={commandsOf(menu.row)}
          refusal={model.refusal()}
          close={() => setMenu(undefined)}
        />
      )}
    </div>
  )
}
