import * as Schema from "effect/Schema"

/**
 * The id of a specification.
 * @since 0.1.0
 */
export const OpenAPISpecId = Schema.String.pipe(Schema.brand("OpenAPISpecId"))
/**
 * @see {@link OpenAPISpecId}
 * @since 0.1.0
 */
export type OpenAPISpecId = typeof OpenAPISpecId.Type
