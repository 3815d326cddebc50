/** The broken links of a page, and the places that lead to it. */
import type { JSX } from "preact"
import { get } from "../api/Api.js"
import type { ContentLocation, LinkItem } from "../api/Objects.js"
import { pathOf } from "../navigation/Router.js"
import { useAnswer } from "../parts/useAnswer.js"
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
  const revision = model.request.value?.revision ?? model.space.value.revision
  const read = async (): Promise<Found> => {
    const at = `${model.line}/content/page/${id}`
    const [links, backlinks] = await Promise.all([
      get<{ items: ReadonlyArray<LinkItem> }>(`${at}/links?status=broken&limit=${most}`),
      get<{ items: ReadonlyArray<ContentLocation> }>(`${at}/backlinks?limit=${most}`)
    ])
    return { broken: links.items, backlinks: backlinks.items }
  }
  const { found, problem } = useAnswer(read, [id, model, revision])
  if (problem !== undefined) return <p class="empty">{texts.failed(problem)}</p>
  if (found === undefined) return <p class="empty">{texts.loading}</p>
  const { backlinks, broken } = found
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
