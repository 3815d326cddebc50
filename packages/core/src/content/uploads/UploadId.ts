/** @since 0.1.0 */
import * as Schema from "effect/Schema"

/** An upload's id. */
export const UploadId = Schema.String.pipe(Schema.brand("UploadId"))
export type UploadId = typeof UploadId.Type
