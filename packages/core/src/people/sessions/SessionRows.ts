/** The rows of sessions. */

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { auditedRow, hash, id, ignored, shown, shownAs, text, time, to } from "../../storage/rows/RowDeclaration.js"
import { IdentityKind } from "../identities/Identity.js"
import type { SessionRecord } from "./Session.js"

const user = to("user", "users")
const ofUser = { references: (each: { readonly user: string }) => [user(each.user)] }

/** The rows of the table `sessions`. */
export const sessions = auditedRow<SessionRecord>("session")({
  target: ({ id, user }) => Effect.succeed({ kind: "session", id, person: user }),
  organization: ({ source }) => Effect.succeed(source.kind === "provider" ? source.organization : ""),
  self: ({ user }) => user,
  isOver: ({ endsAt }, time) => endsAt <= time,
  fields: {
    id: ignored(id),
    user: shown(id),
    hash: ignored(hash),
    address: shown(text),
    device: shown(text),
    createdAt: ignored(time),
    lastUsedAt: ignored(time),
    endsAt: ignored(time),
    source: shownAs(
      Schema.Union(
        Schema.Struct({ kind: Schema.Literal("account") }),
        Schema.Struct({
          kind: Schema.Literal("provider"),
          protocol: IdentityKind,
          organization: id,
          issuer: text,
          subject: text
        })
      ),
      (source) => (source.kind === "provider" ? { kind: source.kind, issuer: source.issuer } : source)
    ),
    proofs: shownAs(
      Schema.Array(
        Schema.Struct({ method: Schema.Literal("password", "totp", "passkey", "link", "provider"), at: time })
      ),
      (proofs) => proofs.map(({ method }) => method)
    ),
    waiting: shown(Schema.Boolean),
    token: ignored(optional(hash))
  },
  ...ofUser
})
