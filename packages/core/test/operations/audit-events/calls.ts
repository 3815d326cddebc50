import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { Effect, Redacted } from "effect"
import { bySystem } from "../../operations/audit-events/calling.js"
import type { Resource } from "../../people/access/resources.js"
import { forbidden, row } from "../../people/access/rows.js"

const day = 86_400_000

/** The audit trail. */
export const resource: Resource = {
  calls: ({ organization: o }) => ({
    rows: {
      auditEvents: { list: forbidden(o, {}), server: row("Forbidden", [{}]) }
    }
  }),
  recorded: {
    auditEvents: {
      list: "reads",
      server: "reads",
      after: "reads",
      position: "reads",
      setPosition: "notes",
      recordSettings: ["server-settings.updated"],
      recordRefusals: ["api-token.refused"],
      clean: "cleans"
    }
  },
  special: ({ later }) => ({
    auditEvents: {
      after: bySystem(0, 10),
      position: bySystem("file"),
      setPosition: bySystem("file", 7),
      recordSettings: bySystem({ port: 4000 }),
      recordRefusals: {
        after: Effect.flatMap(ApiTokens, (tokens) => Effect.ignore(tokens.authenticate(Redacted.make("wrong")))),
        ...bySystem(true)
      },
      clean: { after: later(31 * day), ...bySystem(30) }
    }
  })
}
