/** Writes decided and reopened texts into a draft. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Draft } from "../drafts/Draft.js"
import type { DocumentRepositoryService } from "../items/DocumentRepository.js"
import type { ItemValue, PageItem, ReusableContentItem } from "../items/Item.js"
import { applyStated } from "../pages/PageFields.js"
import { derive } from "../pages/PageMetadata.js"

/** An item that has a text. */
export type Written = (PageItem | ReusableContentItem) & { readonly document: string }

/** Whether an item has a text. */
export const isWritten = (value: ItemValue | undefined): value is Written =>
  (value?.kind === "page" || value?.kind === "reusable-content") && value.document !== undefined

/** Puts an item into a draft with another text, and with the fields that the text states. */
export const putText = (
  {
    draft,
    put,
    space
  }: { readonly draft: Draft; readonly put: DocumentRepositoryService["put"]; readonly space: string },
  value: Written,
  before: string,
  text: string
): Effect.Effect<void, Unavailable> =>
  Effect.flatMap(put(space, text), (document) =>
    draft.put({ ...(value.kind === "page" ? applyStated(value, derive(before), derive(text)) : value), document })
  )
