/** The parts of a backup, and their names. */
import * as Schema from "effect/Schema"

/**
 * The numbers of the formats. A later format may contain parts that this program does not know. In a workspace that
 * comes from a database, the search index is to be made.
 */
export const formats = { withSearch: 1, withoutSearch: 2 } as const

/** The last format that this program knows. */
export const lastFormat = formats.withoutSearch

/** The first entry, which describes the others. */
export const Manifest = Schema.parseJson(
  Schema.Struct({
    format: Schema.Number,
    /** The version of the program that wrote it. */
    version: Schema.String,
    /** The number of the database's schema. */
    schema: Schema.Number,
    createdAt: Schema.String,
    /** How many blobs are kept next to the database, which has the others in it. */
    blobs: Schema.Number
  })
)
/** @see {@link Manifest} */
export type Manifest = typeof Manifest.Type

/** The names of the entries in order; blobs are between the database and the sums. */
export const names = { manifest: "manifest.json", database: "lectern.db", sums: "SHA256SUMS" } as const

/** The name of a blob, by its hash. */
export const blobName = (hash: string): string => `blobs/${hash}`

/** The hash of a blob by its name, if it is one. */
export const hashIn = (name: string): string | undefined => /^blobs\/([0-9a-f]{64})$/.exec(name)?.[1]

/** The line of a file among the sums, in the format of `sha256sum --check`. */
export const sumLine = (hash: string, name: string): string => `${hash}  ${name}\n`
