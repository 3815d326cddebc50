/**
 * The bundled script for searching exported sites.
 * @since 0.1.0
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const require = createRequire(import.meta.url)

/** The text of the script. */
export const searchCode = (): string =>
  readFileSync(join(dirname(require.resolve("@lectern/reader/package.json")), "dist/client/search.js"), "utf8")
