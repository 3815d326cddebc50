/** Signing in by SAML with the bundled program, which has the libraries for it in another form than the sources. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { SamlParty } from "@lectern/core/saml/SamlProtocol"
import { afterAll, expect, it } from "vitest"
import { encoded, entities, providerID, responseOf, said } from "../../../node/test/saml/identityProvider.js"
import { providerKey } from "../../../node/test/saml/keys.js"
import { startServer, temporaryFolder } from "../program.js"

const [folder, remove] = temporaryFolder()
afterAll(remove)

interface Provider {
  readonly service: { readonly acsURL: string; readonly entityID: string; readonly startURL: string }
}

it("sends browsers to the provider, and reads its answers", async () => {
  const data = join(folder, "data")
  const server = await startServer(data, ["--import-docs", "none"])
  const headers = {
    authorization: `Bearer ${readFileSync(join(data, "admin-token"), "utf8")}`,
    "content-type": "application/json"
  }
  const ask = async <A>(path: string, body?: unknown): Promise<A> => {
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
    const response = await fetch(`${server.base}${path}`, { headers, ...sent })
    expect(response.ok).toBe(true)
    return (await response.json()) as A
  }
  const { items } = await ask<{ readonly items: ReadonlyArray<{ readonly id: string }> }>("/v1/orgs")
  const { service } = await ask<Provider>(`/v1/orgs/${items[0]?.id}/saml`, {
    label: "Okta",
    entityID: providerID,
    ssoURL: "https://idp.example/sso",
    certificate: providerKey.certificate,
    defaultRole: "read"
  })
  const party: SamlParty = { ...service, logoutURL: `${service.entityID}/logout` }
  const away = await fetch(service.startURL, { redirect: "manual" })
  const { idp, sp } = entities(party)
  const query = Object.fromEntries(new URL(away.headers.get("location") ?? "").searchParams)
  const { extract } = await idp.parseLoginRequest(sp, "redirect", { query })
  const { id = "" } = (extract.request ?? {}) as { readonly id?: string }
  const answer = said(party, id, { nameID: "ada", attributes: { email: "ada@example.com" } })
  const comeBack = async (SAMLResponse: string) => {
    const back = await fetch(service.acsURL, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: away.headers.get("set-cookie")?.split(";")[0] ?? "" },
      body: new URLSearchParams({ SAMLResponse, RelayState: query.RelayState ?? "" })
    })
    return [back.status, /role="alert">([^<]*)/.exec(await back.text())?.[1]]
  }
  expect(await comeBack(encoded("no XML"))).toEqual([
    403,
    "The identity provider sent nothing that can be read as SAML."
  ])
  // Its signature is valid, and it names a person whom this organization does not admit.
  expect(await comeBack(await responseOf(party, answer))).toEqual([
    403,
    "The domain of your e-mail address is not a verified domain of this organization."
  ])
  const { code, stderr } = await server.stop()
  expect([code, stderr]).toEqual([0, expect.not.stringMatching(/WARN|ERROR/)])
})
