/** What a change request changes. */
import type { JSX } from "preact"
import type { Place } from "../navigation/Router.js"
import type { SpaceModel } from "../space/SpaceModel.js"

type SpacePlace = Extract<Place, { kind: "space" }>

/** The changes, page by page. */
export const Changes = (_: { readonly model: SpaceModel; readonly place: SpacePlace }): JSX.Element => <section />
