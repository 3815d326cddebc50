/** The screens of change requests, which are loaded together. */
import "../parts/shared.js"
import type { JSX } from "preact"
import type { Place } from "../navigation/Router.js"
import { addStyles } from "../parts/addStyles.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { Requests } from "./Requests.js"
import { ReviewScreen } from "./ReviewScreen.js"
import styles from "./review.css" with { type: "text" }

type SpacePlace = Extract<Place, { kind: "space" }>

export { Waiting } from "./Waiting.js"

addStyles(styles)

/** The change requests of a space, or the review of one. */
export const Screens = (given: { readonly model: SpaceModel; readonly place: SpacePlace }): JSX.Element =>
  given.place.screen === "review" ? <ReviewScreen key={given.model.line} {...given} /> : <Requests {...given} />
