import * as Schema from "effect/Schema"

/**
 * A file's id: the same in every revision.
 * @since 0.1.0
 */
export const FileId = Schema.String.pipe(Schema.brand("FileId"))
/**
 * @see {@link FileId}
 * @since 0.1.0
 */
export type FileId = typeof FileId.Type
