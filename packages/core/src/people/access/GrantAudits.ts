/** Audit rules of grants. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { type Auditing, audited, type Look, ofOrganization } from "../../storage/rows/Audited.js"
import type { AuditTarget } from "../../storage/trail/AuditEvent.js"
import type { GrantRecord, TeamGrantRecord } from "./GrantRepository.js"

const granting = [
  ["space", "spaces"],
  ["collection", "collections"],
  ["site", "sites"]
] as const

/** The content that a grant is on, whichever of the three kinds it is. */
const thePlace = ({ target }: { readonly target: string }, look: Look): Effect.Effect<AuditTarget, Unavailable> =>
  Effect.gen(function* () {
    for (const [kind, table] of granting) {
      const found = yield* look(table, target)
      if (found !== undefined) return { kind, id: target, title: (found as { readonly title: string }).title }
    }
    return { kind: "content", id: target }
  })

/** The audit rules of grants. */
export const audits: ReadonlyArray<Auditing> = [
  audited<GrantRecord>("grants", {
    kind: "grant",
    target: thePlace,
    organization: ofOrganization,
    fields: { target: "ignored", organization: "ignored", user: "shown", level: "shown" }
  }),
  audited<TeamGrantRecord>("team_grants", {
    kind: "team-grant",
    target: thePlace,
    organization: ofOrganization,
    fields: { target: "ignored", organization: "ignored", team: "shown", level: "shown" }
  })
]
