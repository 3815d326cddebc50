/** The rows that lines of content belong to, which say whether texts of the line are edited live. */
import * as Effect from "effect/Effect"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import { ChangeRequestRepository } from "../change-requests/ChangeRequestRepository.js"
import type { LivePlace } from "./LivePlace.js"

/** A record with or without the mark that texts of its line are edited live. */
const marked = <A extends { readonly live?: true }>({ live: _, ...rest }: A, isLive: boolean) => ({
  ...rest,
  ...(isLive && { live: true as const })
})

/** Finds the space and the change request of a line, and marks a line as edited live or not. */
export const makeLineOwners = Effect.gen(function* () {
  const spaces = yield* SpaceRepository
  const requests = yield* ChangeRequestRepository

  const find = Effect.fnUntraced(function* ({ changeRequest, space }: LivePlace) {
    const ofSpace = yield* spaces.find(space)
    const ofRequest = changeRequest === undefined ? undefined : yield* requests.find(space, changeRequest)
    return { ofSpace, ofRequest }
  })

  const mark = Effect.fnUntraced(function* (place: LivePlace, isLive: boolean) {
    const { ofRequest, ofSpace } = yield* find(place)
    if (place.changeRequest === undefined) {
      if (ofSpace !== undefined) yield* spaces.replace(ofSpace, marked(ofSpace.value, isLive))
    } else if (ofRequest !== undefined) yield* requests.replace(ofRequest, marked(ofRequest.value, isLive))
  }, withoutConflict)

  return { find, mark }
})
