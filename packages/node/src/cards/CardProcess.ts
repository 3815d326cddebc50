/** Draws cards and exits. As a separate process, it ends if it uses too much time or memory. */
import type { Card } from "@lectern/core/cards/CardRenderer"
import { type Limits, watched } from "../pdf/Watching.js"
import { answerRequest, type Failure } from "../processes/Requests.js"
import { drawCards } from "./DrawCards.js"

/** The request to the process. */
export interface CardRequest {
  readonly cards: ReadonlyArray<Card>
  readonly limits: Limits
}

/** The pictures, in the order of their cards. */
export interface DrawnCards {
  readonly pictures: ReadonlyArray<Uint8Array<ArrayBuffer>>
}

const answer = async ({ cards, limits }: CardRequest): Promise<DrawnCards | Failure> => {
  try {
    await watched(limits)
    return { pictures: (await drawCards(cards)).map((bytes) => Uint8Array.from(bytes)) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

answerRequest(answer)
