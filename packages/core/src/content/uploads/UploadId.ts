import * as Schema from "effect/Schema"

/**
 * An upload's id.
 * @since 0.1.0
 */
export const UploadId = Schema.String.pipe(Schema.brand("UploadId"))
/**
 * @see {@link UploadId}
 * @since 0.1.0
 */
export type UploadId = typeof UploadId.Type
