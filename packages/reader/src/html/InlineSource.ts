/** Allows inline scripts and styles in a `Content-Security-Policy`. */
import { sha256Hex } from "@lectern/core/internal/foundation/ids/PlatformHash"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"

/**
 * The source that allows a script or style element with exactly this text: its hash
 * ([CSP 3](https://www.w3.org/TR/CSP3/), section 6.7).
 */
export const inlineSource = (text: string): string =>
  `'sha256-${Encoding.encodeBase64(Either.getOrThrow(Encoding.decodeHex(sha256Hex(text))))}'`
