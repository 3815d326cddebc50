/** @since 0.1.0 */
import * as Schema from "effect/Schema"

/** An import's id. */
export const ImportId = Schema.String.pipe(Schema.brand("ImportId"))
export type ImportId = typeof ImportId.Type
