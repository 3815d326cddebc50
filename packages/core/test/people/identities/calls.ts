import { ProviderSignIn } from "@lectern/core/identities/ProviderSignIn"
import { Effect } from "effect"
import { asSystem, bySystem, client } from "../../operations/audit-events/calling.js"
import { domain, openIdProvider } from "../../operations/audit-events/ports.js"
import { verifiesDomain } from "../../operations/audit-events/preparations.js"
import type { Resource } from "../../people/access/resources.js"

/** The assertion of the server's provider about Nora. */
const said = {
  kind: "oidc" as const,
  organization: undefined,
  issuer: openIdProvider.issuer,
  subject: "subject of Nora",
  email: `nora@${domain}`,
  emailVerified: true,
  displayName: "Nora"
}

/** Identities of people at providers. */
export const resource: Resource = {
  recorded: {
    providerSignIn: {
      admit: ["identity.created", "member.created", "session.created", "user.created"],
      confirm: ["session.updated"],
      connect: ["identity.created"]
    }
  },
  special: (world) => {
    const {
      made: { organization },
      signedIn
    } = world
    return {
      providerSignIn: {
        admit: { after: verifiesDomain(world), ...bySystem({ ...said, organization }, client) },
        connect: bySystem(said, signedIn.secret),
        confirm: {
          after: Effect.flatMap(ProviderSignIn, (service) => asSystem(service.connect(said, signedIn.secret))),
          ...bySystem(said, signedIn.secret)
        }
      }
    }
  }
}
