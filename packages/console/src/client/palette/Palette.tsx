/** One field that finds every page, space and command. */
import uFuzzy from "@leeoniya/ufuzzy"
import { signal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useMemo, useState } from "preact/hooks"
import { get } from "../api/Api.js"
import { readWorkspace, workspace } from "../home/Workspace.js"
import { go } from "../navigation/Router.js"
import { Dialog } from "../parts/Dialog.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { withDescendants } from "../space/Tree.js"
import { texts } from "../texts.js"

/** Something that the palette can do. */
export interface Entry {
  readonly name: string
  readonly detail?: string
  readonly kind: "page" | "text" | "space" | "command"
  readonly keys?: string
  /** Why it cannot be done, if it cannot. */
  readonly refused?: string
  readonly run: () => void
}

/** Whether the palette is open. */
export const isPaletteOpen = signal(false)

const most = 30
const waits = 150
const fuzzy = new uFuzzy({ intraMode: 1, unicode: true, interSplit: "[^\\p{L}\\d']+", intraSplit: "\\p{Ll}\\p{Lu}" })

/** The entries whose names come nearest to what was typed. */
export const matching = (entries: ReadonlyArray<Entry>, typed: string): ReadonlyArray<Entry> => {
  const query = typed.trim()
  if (query === "") return entries.filter(({ kind }) => kind !== "page").slice(0, most)
  const names = entries.map(({ detail = "", name }) => `${name} ${detail}`)
  const [found, info, order] = fuzzy.search(names, query, 1)
  if (found === null) return []
  const ids = info === null || order === null ? found : order.map((i) => info.idx[i]!)
  return ids.slice(0, most).map((i) => entries[i]!)
}

interface Hit {
  readonly id: string
  readonly title: string
  readonly path: string
}

/** The palette. */
export const Palette = (given: {
  readonly model: SpaceModel | undefined
  readonly commands: ReadonlyArray<Entry>
}): JSX.Element => {
  const [typed, setTyped] = useState("")
  const [at, setAt] = useState(0)
  const [hits, setHits] = useState<ReadonlyArray<Hit>>([])
  const { commands, model } = given
  const close = () => {
    isPaletteOpen.value = false
  }
  useEffect(() => {
    if (workspace.value === undefined) readWorkspace().catch(() => {})
  }, [])
  useEffect(() => {
    setHits([])
    if (model === undefined || typed.trim().length < 3) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const address = `/spaces/${model.space.value.id}/search?limit=8&query=${encodeURIComponent(typed)}`
      get<{ items: ReadonlyArray<Hit> }>(address, { signal: stop.signal }).then(
        ({ items }) => setHits(items),
        () => {}
      )
    }, waits)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [typed, model])
  const pages = model?.pages.value
  const entries = useMemo((): ReadonlyArray<Entry> => {
    const space = model?.space.value.id
    return [
      ...(pages ?? []).flatMap(withDescendants).flatMap((page): ReadonlyArray<Entry> => {
        const { path, title } = page
        if (path === undefined || space === undefined) return []
        const to = { kind: "space" as const, space, request: model?.request.value?.id, path }
        return [{ kind: "page", name: title || texts.untitled, detail: path, run: () => go(to) }]
      }),
      ...(workspace.value?.spaces ?? []).map(
        ({ id, title }): Entry => ({ kind: "space", name: title, run: () => go({ kind: "space", space: id }) })
      ),
      ...commands
    ]
  }, [pages, workspace.value, commands])
  const named = matching(entries, typed)
  const inText = hits
    .filter(({ path }) => !named.some(({ detail }) => detail === path))
    .map(
      (hit): Entry => ({
        kind: "text",
        name: hit.title,
        detail: hit.path,
        run: () => go({ kind: "space", space: model!.space.value.id, path: hit.path })
      })
    )
  const shown = [...named, ...inText]
  const current = Math.min(at, Math.max(0, shown.length - 1))
  const run = (entry: Entry | undefined) => {
    if (entry === undefined || entry.refused !== undefined) return
    close()
    entry.run()
  }
  useEffect(() => {
    document.getElementById(`found-${current}`)?.scrollIntoView({ block: "nearest" })
  }, [current])
  return (
    <Dialog label={texts.search} class="palette" close={close}>
      <input
        class="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls="found"
        aria-activedescendant={shown.length > 0 ? `found-${current}` : undefined}
        aria-label={texts.palette.placeholder}
        placeholder={texts.palette.placeholder}
        value={typed}
        autofocus
        spellcheck={false}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          if (event.isComposing) return
          if (event.key === "ArrowDown") setAt(Math.min(current + 1, shown.length - 1))
          else if (event.key === "ArrowUp") setAt(Math.max(current - 1, 0))
          else if (event.key === "Enter") run(shown[current])
          else return
          event.preventDefault()
        }}
      />
      <div id="found" role="listbox" aria-label={texts.search} class="found">
        {shown.map((entry, index) => (
          <div
            key={`${entry.kind} ${entry.name} ${entry.detail}`}
            id={`found-${index}`}
            role="option"
            aria-selected={index === current}
            aria-disabled={entry.refused !== undefined}
            class={index === current ? "entry current" : "entry"}
            onMouseMove={() => setAt(index)}
            onClick={() => run(entry)}
          >
            <span class="entry-name">{entry.name}</span>
            <small class="entry-detail">{entry.refused ?? entry.detail}</small>
            <small class="entry-kind">{entry.keys ?? texts.palette[entry.kind]}</small>
          </div>
        ))}
      </div>
      {shown.length === 0 && typed !== "" && <p class="empty">{texts.palette.none}</p>}
    </Dialog>
  )
}
