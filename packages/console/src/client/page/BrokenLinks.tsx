/** The broken links of a space. */
import "../parts/shared.js"
import type { JSX } from "preact"
import { get } from "../api/Api.js"
import type { LinkItem } from "../api/Objects.js"
import { CloseButton } from "../parts/CloseButton.js"
import { Dialog } from "../parts/Dialog.js"
import { useAnswer } from "../parts/useAnswer.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { texts } from "../texts.js"
import { closeBrokenLinks } from "./opened.js"
import { PageLink, targetOf } from "./PageLinks.js"

const words = texts.links
const most = 200

interface Found {
  readonly items: ReadonlyArray<LinkItem>
  readonly stats: { readonly broken: { readonly total: number } }
}

/** The dialog. */
export const BrokenLinks = ({ model }: { model: SpaceModel }): JSX.Element => {
  const read = () => get<Found>(`${model.line}/links?status=broken&limit=${most}`)
  const { found, problem } = useAnswer(read, [model])
  const { items = [], stats } = found ?? {}
  const rest = (stats?.broken.total ?? 0) - items.length
  return (
    <Dialog label={words.ofSpace} class="files" close={closeBrokenLinks}>
      <div class="section-head">
        <h2>{words.ofSpace}</h2>
        <CloseButton close={closeBrokenLinks} />
      </div>
      {problem !== undefined && <p class="empty">{texts.failed(problem)}</p>}
      {found === undefined && problem === undefined && <p class="empty">{texts.loading}</p>}
      {found !== undefined && items.length === 0 && <p class="empty">{words.noneInSpace}</p>}
      <ul class="places" onClick={(event) => (event.target as Element).closest("a") && closeBrokenLinks()}>
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
