/** What differs between two revisions. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useMemo } from "preact/hooks"
import { get } from "../api/Api.js"
import type { Changes, ItemComparison } from "../api/Objects.js"
import { Comparison } from "../comparison/Comparison.js"
import { type Changed, changedOf } from "../comparison/changed.js"
import type { View } from "../comparison/DocumentView.js"
import { LookButtons, look } from "../comparison/look.js"
import { texts as compared } from "../comparison/texts.js"
import { picturesOf } from "../files/Pictures.js"
import { useAnswer } from "../parts/useAnswer.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { texts as shared } from "../texts.js"
import { texts } from "./texts.js"

const most = 1000

/** Reads what differs between two revisions. */
export const changesBetween = (space: string, from: string, to: string): Promise<Changes> =>
  get<Changes>(`/spaces/${space}/revisions/${to}/changes?compare=${from}&limit=${most}&blocks=false`)

/** The number of pages that differ, and whether there may be more. */
export const pagesIn = ({ changes }: Changes): number => new Set(changes.flatMap(({ page }) => page?.id ?? [])).size

/** One thing that differs, which opens to what differs in it. */
const Item = (given: {
  readonly item: Changed
  readonly view: View
  readonly read: (item: string) => Promise<ItemComparison>
  readonly isFirst: boolean
}): JSX.Element => {
  const { isFirst, item, read, view } = given
  const isOpen = useSignal(isFirst)
  const { found, problem } = useAnswer(async () => (isOpen.value ? read(item.id) : undefined), [isOpen.value, read])
  return (
    <li>
      <button
        type="button"
        class="quiet"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value
        }}
      >
        <strong>{item.name}</strong>{" "}
        <small>
          {item.kinds.map((kind) => compared.kinds[kind as keyof typeof compared.kinds] ?? kind).join(", ")}
        </small>
      </button>
      {problem !== undefined && <p class="empty">{shared.failed(problem)}</p>}
      {isOpen.value && found !== undefined && <Comparison comparison={found} look={look.value} view={view} />}
    </li>
  )
}

/** The differences between two revisions of a space, item by item. */
export const Compared = ({ from, model, to }: { model: SpaceModel; from: string; to: string }): JSX.Element => {
  const space = model.space.value.id
  const { found, problem } = useAnswer(() => changesBetween(space, from, to), [space, from, to])
  const view = useMemo(() => ({ pictureOf: picturesOf("", `/spaces/${space}/revisions/${to}/files`) }), [space, to])
  const read = useMemo(
    () => (item: string) => get<ItemComparison>(`/spaces/${space}/revisions/${to}/changes/${item}?compare=${from}`),
    [space, from, to]
  )
  if (problem !== undefined) return <p class="empty">{shared.failed(problem)}</p>
  if (found === undefined) return <p class="empty">{shared.loading}</p>
  const items = changedOf(found)
  if (items.length === 0) return <p class="empty">{texts.changes.none}</p>
  return (
    <>
      <div class="changed-tools">
        <span class="dim">{texts.changes.pages(pagesIn(found))}</span>
        <LookButtons />
      </div>
      <ul class="compared">
        {items.map((item, index) => (
          <Item key={`${from} ${to} ${item.id}`} item={item} view={view} read={read} isFirst={index === 0} />
        ))}
      </ul>
      {found.more !== undefined && <p class="empty">{texts.changes.more(found.more)}</p>}
    </>
  )
}
