/** @since 0.1.0 */
import * as Schema from "effect/Schema"

/** The id of a specification. */
export const OpenAPISpecId = Schema.String.pipe(Schema.brand("OpenAPISpecId"))
export type OpenAPISpecId = typeof OpenAPISpecId.Type
