/** Records of the server: an example of every operation, and the OpenAPI document with these examples. */
import { readFileSync } from "node:fs"
import type { Recorded } from "@lectern/http/engine/document/Examples"

/** The files that `npm run generate` writes. */
export const files = {
  examples: new URL("../engine/document/fixtures/examples.json", import.meta.url),
  document: new URL("../../openapi.json", import.meta.url)
} as const

/** Reads the recorded examples. */
export const readRecorded = (): Recorded => JSON.parse(readFileSync(files.examples, "utf8")) as Recorded
