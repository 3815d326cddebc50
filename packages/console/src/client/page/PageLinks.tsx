/** The broken links of a page, and the places that lead to it. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import { get } from "../api/Api.js"
import type { ContentLocation, LinkItem } from "../api/Objects.js"
import { pathOf } from "../navigation/Router.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { texts } from "../texts.js"

const words = texts.links
const most = 100

interface Found {
  readonly broken: ReadonlyArray<LinkItem>
  readonly backlinks: ReadonlyArray<ContentLocation>
}

/** A page that something is on, as a link to it in the console. */
export const PageLink = ({ location, model }: { location: ContentLocation | undefined; model: SpaceModel }) => {
  if (location?.kind !== "page") return null
  const { page, space } = location
  const isHere = space.id === model.space.value.id
  const request = isHere ? model.request.value?.id : undefined
  return (
    <a href={pathOf({ kind: "space", space: space.id, request, path: page.path })}>
      {page.title || texts.untitled}
      {!isHere && <small> {space.title}</small>}
    </a>
  )
}

/** Where a broken link was meant to lead. */
export const targetOf = ({ targetReference: target }: LinkItem): string => (target.kind === "url" ? target.url : "")

/** The links, read again when the content changes. */
export const PageLinks = ({ id, model }: { model: SpaceModel; id: string }): JSX.Element => {
  const found = useSignal<Found | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const revision = model.request.value?.revision ?? model.space.value.revision
  useEffect(() => {
    let isOver = false
    const at = `${model.line}/content/page/${id}`
    Promise.all([
      get<{ items: ReadonlyArray<LinkItem> }>(`${at}/links?status=broken&limit=${most}`),
      get<{ items: ReadonlyArray<ContentLocation> }>(`${at}/backlinks?limit=${most}`)
    ]).then(
      ([links, backlinks]) => {
        if (!isOver) found.value = { broken: links.items, backlinks: backlinks.items }
      },
      (error: unknown) => {
        if (!isOver) problem.value = (error as Error).message
      }
    )
    return () => {
      isOver = true
    }
  }, [id, model, revision])
  if (problem.value !== undefined) return <p class="empty">{texts.failed(problem.value)}</p>
  if (found.value === undefined) return <p class="empty">{texts.loading}</p>
  const { backlinks, broken } = found.value
  return (
    <>
      <h3>{words.broken}</h3>
      {broken.length === 0 && <p class="empty">{words.noBroken}</p>}
      <ul class="places">
        {broken.map((link, index) => (
          <li key={index}>
            <code>{targetOf(link)}</code>
          </li>
        ))}
      </ul>
      <h3>{words.backlinks}</h3>
      {backlinks.length === 0 && <p class="empty">{words.noBacklinks}</p>}
      <ul class="places">
        {backlinks.map((location, index) => (
          <li key={index}>
            <PageLink location={location} model={model} />
          </li>
        ))}
      </ul>
    </>
  )
}
