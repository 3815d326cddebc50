/** The port of content to computed pages; what implements it is loaded for the first of them. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import type { SpaceReading } from "../../people/access/SpaceReading.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import type { SpecPages } from "../../text/openapi/SpecPages.js"
import type { Computed } from "../pages/Computed.js"

/** The reader of specifications: the specifications of the space's organization, if the reader may see them. */
export type SpecReader = Pick<SpaceReading, "seesSpecs"> & { readonly space: Pick<SpaceRecord, "organization"> }

/** The one access from content to specifications. For a reader who may not see it, a specification does not exist. */
export interface ComputedPagesService {
  /** The pages below a computed page; none if the specification does not exist or has no version yet. */
  readonly evaluate: (reader: SpecReader, computed: Computed) => Effect.Effect<SpecPages, Conflict | Unavailable>
  /** The bytes of the last good version of a specification, named by its slug or by the URL it is fetched from. */
  readonly specification: (
    reader: SpecReader,
    name: { readonly kind: "slug" | "url"; readonly name: string }
  ) => Effect.Effect<Uint8Array | undefined, Unavailable>
  /** A value that changes whenever the content of computed pages may have changed for the reader. */
  readonly version: (reader: SpecReader) => Effect.Effect<string, Unavailable>
}

/** The evaluation of computed pages. */
export class ComputedPages extends Context.Tag("@lectern/core/ComputedPages")<ComputedPages, ComputedPagesService>() {}
