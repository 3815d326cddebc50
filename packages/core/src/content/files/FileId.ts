/** @since 0.1.0 */
import * as Schema from "effect/Schema"

/** A file's id: the same in every revision. */
export const FileId = Schema.String.pipe(Schema.brand("FileId"))
export type FileId = typeof FileId.Type
