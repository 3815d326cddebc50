/** The broken links of a space. */
import { signal, useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import { get } from "../api/Api.js"
import type { LinkItem } from "../api/Objects.js"
import { Dialog } from "../parts/Dialog.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { texts } from "../texts.js"
import { PageLink, targetOf } from "./PageLinks.js"

const words = texts.links
const most = 200

/** Whether they are shown. */
export const areBrokenLinksOpen = signal(false)

interface Found {
  readonly items: ReadonlyArray<LinkItem>
  readonly stats: { readonly broken: { readonly total: number } }
}

/** The dialog, if it is open. */
export const BrokenLinks = ({ model }: { model: SpaceModel }): JSX.Element | null => {
  const found = useSignal<Found | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const isOpen = areBrokenLinksOpen.value
  useEffect(() => {
    if (!isOpen) return
    found.value = undefined
    get<Found>(`${model.line}/links?status=broken&limit=${most}`).then(
      (links) => {
        found.value = links
      },
      (error: unknown) => {
        problem.value = (error as Error).message
      }
    )
  }, [isOpen, model])
  if (!isOpen) return null
  const close = () => {
    areBrokenLinksOpen.value = false
  }
  const { items = [], stats } = found.value ?? {}
  const rest = (stats?.broken.total ?? 0) - items.length
  return (
    <Dialog label={words.ofSpace} class="files" close={close}>
      <div class="section-head">
        <h2>{words.ofSpace}</h2>
        <button type="button" class="quiet" aria-label={texts.close} onClick={close}>
          ×
        </button>
      </div>
      {problem.value !== undefined && <p class="empty">{texts.failed(problem.value)}</p>}
      {found.value === undefined && problem.value === undefined && <p class="empty">{texts.loading}</p>}
      {found.value !== undefined && items.length === 0 && <p class="empty">{words.noneInSpace}</p>}
      <ul class="places" onClick={(event) => (event.target as Element).closest("a") && close()}>
        {items.map((link, index) => (
          <li key={index}>
            <PageLink location={link.locationReferences[0]} model={model} /> <code>{targetOf(link)}</code>
          </li>
        ))}
      </ul>
      {rest > 0 && <p class="empty">{words.more(rest)}</p>}
    </Dialog>
  )
}
