/** The effects of changes to a space on the sites that it is on. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Standing } from "../../people/access/Standing.js"
import type { SpaceId, SpaceRecord } from "../../people/places/Space.js"

/** The sites as seen by the service of spaces. Calls run inside that service's transaction. */
export interface SpacesOnSitesService {
  /**
   * Keeps every member's level on a space that is about to leave its sites because it is deleted: where a grant on a
   * site decides a member's level, the member gets a grant of that level on the space itself.
   */
  readonly keepLevels: (space: SpaceRecord) => Effect.Effect<void, Unavailable>
  /**
   * Removes spaces from all sites because they are deleted or move to another organization. A restored space is on no
   * site. Each site is written once, however many of its spaces are removed. The new default is a part that the caller
   * can see, if there is any.
   */
  readonly detach: (spaces: ReadonlyArray<SpaceId>, standing: Standing) => Effect.Effect<void, Unavailable>
}

/** The sites as the service of spaces needs them. */
export class SpacesOnSites extends Context.Tag("@lectern/core/SpacesOnSites")<SpacesOnSites, SpacesOnSitesService>() {}
