import type { DefaultLevel } from "../access/Role.js"
import type { CollectionId } from "./CollectionId.js"
import type { SpaceId } from "./SpaceId.js"
import type { Synonyms } from "./Synonyms.js"

/** The data that decides who may see a space, and its synonyms. */
export interface SpaceShape {
  readonly id: SpaceId
  readonly parent?: CollectionId
  /** A collection whose rules apply although the space is not in it. */
  readonly inherits?: CollectionId
  readonly defaultLevel: DefaultLevel
  readonly synonyms?: Synonyms
}
