/**
 * The script of Mermaid, with which browsers draw the diagrams that the server does not.
 * @since 0.1.0
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

const require = createRequire(import.meta.url)

/** The text of the script. */
export const mermaid = (): string => {
  const own = createRequire(require.resolve("@lectern/reader/package.json"))
  return readFileSync(own.resolve("@mermaid-js/tiny"), "utf8")
}
