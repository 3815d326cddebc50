/** The ids of bodies. */
import { sha256Hex } from "../../foundation/ids/PlatformHash.js"

/** The id of a body: the first 160 bits of the SHA-256 of its UTF-8 text, in lower-case hex. */
export const documentHash = (markdown: string): string => sha256Hex(markdown).slice(0, 40)
