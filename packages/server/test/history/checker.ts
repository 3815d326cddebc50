/** Checks the history of a workspace that many clients changed concurrently through several servers. */
import { accessViolations, claimViolations, failureViolations } from "./access.js"
import { contentViolations } from "./content.js"
import type { History } from "./History.js"
import { toldViolations } from "./told.js"
import { typedViolations } from "./typed.js"

/**
 * Everything in a history that a correct workspace cannot have done, one line each:
 *
 * - An acknowledged write is lost, is in another revision than acknowledged, or happened twice; a refused one happened.
 * - The revisions of a space are not one chain, or one of them changes something else than one write.
 * - A read answers a state older than one that was acknowledged or read before it began, or a state that never was.
 * - A call is permitted after its access was taken away, or is refused although it has access.
 * - The effect of a job is missing, is there in part, or twice.
 * - Somebody who follows a space is not told of a revision, is told twice, or in another order than that of the revisions.
 * - A word that was typed into a live text is lost or twice, is not in what was written later, or somebody has another text.
 * - Two changes were acknowledged that exclude each other, or a call failed while nothing was wrong.
 */
export const violationsIn = ({ events, spaces, told }: History): ReadonlyArray<string> => [
  ...Object.entries(spaces).flatMap(([space, chain]) => contentViolations(space, chain, events)),
  ...Object.entries(spaces).flatMap(([space, chain]) => typedViolations(space, chain, events)),
  ...Object.entries(told ?? {}).flatMap(([space, all]) => toldViolations(space, spaces[space] ?? [], all, events)),
  ...accessViolations(events),
  ...claimViolations(events),
  ...failureViolations(events)
]
