/** Audit rules of users. */
import * as Effect from "effect/Effect"
import { type Auditing, audited, person } from "../../storage/rows/Audited.js"
import type { UserRecord } from "./User.js"

/** The audit rules of users. */
export const audits: ReadonlyArray<Auditing> = [
  audited<UserRecord>("users", {
    kind: "user",
    target: person("user", ({ id }) => id),
    organization: ({ organization = "", service = organization }) => Effect.succeed(service),
    fields: {
      id: "ignored",
      displayName: "personal",
      email: "personal",
      photoURL: "personal",
      createdAt: "ignored",
      service: "ignored",
      organization: "ignored",
      erased: "shown"
    },
    verb: (before, after) => (before !== undefined && before.erased !== after?.erased ? "erased" : undefined)
  })
]
