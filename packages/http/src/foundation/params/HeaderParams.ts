/** Headers that operations declare. */
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import * as Schema from "effect/Schema"

/** The header by which a writer states the version it has seen. */
export const IfMatch = Schema.Struct({
  "if-match": optional(
    Schema.String.annotations({
      description: "The entity tag of what the change is based on, or the id of its revision in quotes."
    })
  )
})

const tag = /(W\/)?"([^"]*)"/g

/** The revisions that an `If-Match` header allows; a tag starts with its revision, and weak tags match nothing. */
export const expected = ({ "if-match": header }: typeof IfMatch.Type): { readonly expected?: ReadonlyArray<string> } =>
  header === undefined || header.trim() === "*"
    ? {}
    : {
        expected: [...header.matchAll(tag)].flatMap(([, weak, text]) =>
          weak === undefined && text !== undefined ? [text.split("-", 1)[0] ?? ""] : []
        )
      }

/** The header by which a client asks not to wait (RFC 7240). */
export const Prefer = Schema.Struct({
  prefer: optional(
    Schema.String.annotations({ description: "`respond-async`: answer at once, and continue in the background." })
  )
})

/** Whether a client asks not to wait. Unknown preferences are ignored. */
export const prefersAsync = ({ prefer }: typeof Prefer.Type): boolean =>
  prefer !== undefined && /(?:^|,)\s*respond-async\s*(?:[;,]|$)/i.test(prefer)
