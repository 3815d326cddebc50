import * as Schema from "effect/Schema"

/**
 * An import's id.
 * @since 0.1.0
 */
export const ImportId = Schema.String.pipe(Schema.brand("ImportId"))
/**
 * @see {@link ImportId}
 * @since 0.1.0
 */
export type ImportId = typeof ImportId.Type
