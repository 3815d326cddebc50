/** Lists the conflicts between markers in the texts of a change request. */
import * as Effect from "effect/Effect"
import { viewOf } from "../drafts/ChangeRequestLines.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { ChangeRequestRecord } from "./ChangeRequest.js"
import { type MarkedConflict, markedIn } from "./MarkedConflicts.js"
import { isInMain } from "./MergeTransaction.js"
import { isWritten } from "./TextWrites.js"

/** Lists them, by item. Only an update leaves markers, so the texts are read only after one. */
export const makeMarkedListing = Effect.map(Effect.all([ItemRepository, DocumentRepository]), ([items, documents]) =>
  Effect.fnUntraced(function* (request: ChangeRequestRecord) {
    const found: Array<MarkedConflict> = []
    if (request.revisionMergedAncestor === undefined || isInMain(request)) return found
    const own = yield* items.own({ ...viewOf(request), sequence: request.sequence })
    for (const { deleted, value } of own.map((version) => version.value)) {
      if (deleted === true || !isWritten(value)) continue
      found.push(...markedIn(value, yield* documents.markdown(request.space, value.document)))
    }
    return found
  })
)
