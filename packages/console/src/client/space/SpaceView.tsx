/** A screen of a space that is no page of it, loaded when somebody goes there. */
import { createElement, type JSX } from "preact"
import type { PageNode } from "../api/Objects.js"
import { exchange } from "../exchange/opened.js"
import type { Place, View } from "../navigation/Router.js"
import { useAnswer } from "../parts/useAnswer.js"
import { texts } from "../texts.js"
import type { SpaceModel } from "./SpaceModel.js"

interface Given {
  readonly model: SpaceModel
  readonly place: Extract<Place, { kind: "space" }>
}

const screens: Readonly<Record<View, () => Promise<(given: Given) => JSX.Element>>> = {
  history: () => import("../history/HistoryScreen.js").then(({ HistoryScreen }) => HistoryScreen)
}

/** The dialog of importing or exporting, while it is open; `page` is the page that is shown. */
export const ExchangeView = ({
  model,
  page
}: {
  model: SpaceModel
  page: PageNode | undefined
}): JSX.Element | null => {
  const kind = exchange.value
  const { found } = useAnswer(
    async () => (kind === undefined ? undefined : (await import("../exchange/Exchange.js")).Exchange),
    [kind]
  )
  return kind === undefined || found === undefined ? null : createElement(found, { kind, model, page })
}

/** The screen that a view of the space is. */
export const SpaceView = ({ model, place, view }: Given & { readonly view: View }): JSX.Element => {
  const { found, problem } = useAnswer(async () => ({ Screen: await screens[view]() }), [view])
  if (problem !== undefined) return <p class="empty page-loading">{texts.failed(problem)}</p>
  if (found === undefined) return <p class="empty page-loading">{texts.loading}</p>
  return <found.Screen model={model} place={place} />
}
