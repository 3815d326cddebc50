/** Audit rules of sessions. */
import * as Effect from "effect/Effect"
import { type Auditing, audited } from "../../storage/rows/Audited.js"
import type { SessionRecord } from "./Session.js"

/** The audit rules of sessions. */
export const audits: ReadonlyArray<Auditing> = [
  audited<SessionRecord>("sessions", {
    kind: "session",
    target: ({ id, user }) => Effect.succeed({ kind: "session", id, person: user }),
    organization: ({ source }) => Effect.succeed(source.kind === "provider" ? source.organization : ""),
    fields: {
      id: "ignored",
      user: "shown",
      hash: "ignored",
      createdAt: "ignored",
      lastUsedAt: "ignored",
      endsAt: "ignored",
      source: (source) => (source.kind === "provider" ? { kind: source.kind, issuer: source.issuer } : source),
      proofs: (proofs) => proofs.map(({ method }) => method),
      waiting: "shown",
      address: "shown",
      device: "shown"
    },
    self: ({ user }) => user,
    isOver: ({ endsAt }, time) => endsAt <= time
  })
]
