/** The identity provider as a server of its own: a page at which a browser signs in by one button. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { SamlParty } from "@lectern/core/saml/SamlProtocol"
import { entities, responseOf, said } from "./identityProvider.js"

/** A provider that a browser can be sent to. */
export interface IdentityServer {
  readonly base: string
  /** Tells it which service it signs people in to. */
  readonly trust: (party: SamlParty) => void
  readonly close: () => void
}

const html = (inner: string): string =>
  `<!doctype html><html lang="en"><head><title>Identity provider</title></head><body><h1>Identity provider</h1>${inner}</body></html>`

/** Starts a provider at an address that is another site for the browser than `localhost`. */
export const startIdentityServer = async (): Promise<IdentityServer> => {
  let party: SamlParty | undefined
  const answer = async (url: URL): Promise<string> => {
    if (party === undefined || url.pathname !== "/sso") return html("<p>Signed out.</p>")
    const { idp, sp } = entities(party)
    const query = Object.fromEntries(url.searchParams)
    const { extract } = await idp.parseLoginRequest(sp, "redirect", { query })
    const { id } = (extract.request ?? {}) as { readonly id?: string }
    const fields = {
      SAMLResponse: await responseOf(
        party,
        said(party, id, { attributes: { email: "ada@saml.example", displayName: "Ada" } })
      ),
      RelayState: query.RelayState ?? ""
    }
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`
    )
    return html(`<form method="post" action="${party.acsURL}">${inputs.join("")}<button>Sign in as Ada</button></form>`)
  }
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? "/", "http://127.0.0.1")).then(
      (body) => response.writeHead(200, { "content-type": "text/html" }).end(body),
      (error: Error) => response.writeHead(500).end(error.message)
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}`,
    trust: (trusted) => {
      party = trusted
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
