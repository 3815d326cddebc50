/** Puts pages back as they once were. */
import * as Effect from "effect/Effect"
import { joinPath } from "../../text/markdown/Slug.js"
import type { PageItem } from "../items/Item.js"
import type { Draft, DraftError } from "./Draft.js"
import { freeSlugBelow, isSlugTaken, parentPath } from "./PagePlacement.js"

/** The parent that a page comes back to: its old one, or the root if that is gone or can no longer have pages. */
const homeOf = (draft: Draft, { parent }: PageItem): Effect.Effect<PageItem["parent"], DraftError> =>
  parent === ""
    ? Effect.succeed("")
    : Effect.map(draft.item(parent), (home) =>
        home?.kind === "page" && home.type !== "link" && home.type !== "computed" ? home.id : ""
      )

/**
 * Puts a page back as it once was, and returns whether it still existed. If it did, it stays where it is; else it comes
 * back to its old parent, or to the root if that is gone, at the position that `positionIn` finds there, with its old
 * slug if that is free. Every page of the draft must have its final path.
 */
export const putBack = (
  draft: Draft,
  old: PageItem,
  positionIn: (parent: string) => Effect.Effect<string, DraftError>
): Effect.Effect<boolean, DraftError> =>
  Effect.gen(function* () {
    const current = yield* draft.item(old.id)
    if (current?.kind === "page") {
      const { parent, position, slug, path } = current
      yield* draft.put({ ...old, parent, position, slug, path })
      return true
    }
    const parent = yield* homeOf(draft, old)
    const position = yield* positionIn(parent)
    if (old.type === "link") {
      yield* draft.put({ ...old, parent, position })
      return false
    }
    const above = yield* parentPath(draft, parent)
    const slug = (yield* isSlugTaken(draft, above, old.slug, old.id))
      ? yield* freeSlugBelow(draft, above, old.slug, old.id)
      : old.slug
    yield* draft.put({ ...old, parent, position, slug, path: joinPath(above, slug) })
    return false
  })
