/** The script that exported sites search with, as it was bundled. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

const require = createRequire(import.meta.url)

/**
 * The text of the script.
 * @since 0.1.0
 */
export const searchCode = (): string => readFileSync(require.resolve("@lectern/reader/client/search.js"), "utf8")
