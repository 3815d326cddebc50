import * as Schema from "effect/Schema"

/** The tools whose folders Lectern reads as they are. A text without a dialect is GitBook's. */
export const DialectName = Schema.Literal("github", "mdbook", "mkdocs")
/** @see {@link DialectName} */
export type DialectName = typeof DialectName.Type
