/** The settings of signing in have come to the server that they were given to. */
import { readFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { providerID } from "../../../node/test/saml/identityProvider.js"
import { providerKey, serviceKey } from "../../../node/test/saml/keys.js"
import { type ServerHere, startServerHere } from "../inProcess.js"
import { putFiles, temporaryFolder } from "../program.js"
import { linkIn, type Visitor, visitorOf } from "./visiting.js"

const [folder, remove] = temporaryFolder()
const asked: Array<string> = []

/** An OpenID provider that only states its address. */
const provider = async () => {
  const server = createServer((request, response) => {
    const issuer = issuerOf(server)
    asked.push(issuer)
    response.writeHead(200, { "content-type": "application/json" }).end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"]
      })
    )
    request.resume()
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  return server
}
const issuerOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

let named: Server
let other: Server
let server: ServerHere
let browser: Visitor
let organization: string

const create = async (path: string, body: object) => {
  const token = readFileSync(join(folder, "data/admin-token"), "utf8").trim()
  const response = await fetch(`${server.base}/v1/orgs/${organization}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  expect(response.status).toBe(201)
  return (await response.json()) as { readonly service: Readonly<Record<"startURL" | "entityID", string>> }
}

beforeAll(async () => {
  ;[named, other] = await Promise.all([provider(), provider()])
  putFiles(folder, { "saml.pem": `${serviceKey.privateKey}\n${serviceKey.certificate}\n` })
  const of = ["--second-factor", "required", "--saml-key-file", join(folder, "saml.pem")]
  const more = ["--openid-issuers", issuerOf(named), "--storage", "memory", "--import-docs", "none"]
  server = await startServerHere(join(folder, "data"), [...of, ...more])
  browser = visitorOf(linkIn(server) ?? "")
  const token = readFileSync(join(folder, "data/admin-token"), "utf8").trim()
  const listed = await fetch(`${server.base}/v1/orgs`, { headers: { authorization: `Bearer ${token}` } })
  organization = ((await listed.json()) as { readonly items: readonly [{ readonly id: string }] }).items[0].id
})

afterAll(async () => {
  await server.stop()
  for (const each of [named, other]) each.close()
  remove()
})

it("--second-factor required lets people do nothing but add a second factor", async () => {
  const chosen = await browser.post(new URL(linkIn(server) ?? "").pathname, {
    password: "correct horse battery staple"
  })
  expect([chosen.status, chosen.location]).toEqual([303, "/app"])
  expect(await browser.get("/app")).toMatchObject({ status: 303, location: "/account" })
  expect((await browser.get("/account")).text).toContain("This server requires a second factor")
  expect((await browser.get("/admin")).status).toBe(403)
})

it("--saml-key-file has requests to SAML providers signed with its key, which the metadata tell", async () => {
  const ssoURL = "https://idp.example/sso"
  const given = { label: "Okta", entityID: providerID, ssoURL, certificate: providerKey.certificate }
  const { service } = await create("/saml", given)
  const metadata = (await browser.get(service.entityID)).text
  expect(metadata).toContain('AuthnRequestsSigned="true"')
  const [, certificate = ""] = /-----BEGIN CERTIFICATE-----([^-]+)/.exec(serviceKey.certificate) ?? []
  expect(metadata.replaceAll(/\s/g, "")).toContain(certificate.replaceAll(/\s/g, ""))
  const { location } = await browser.get(service.startURL)
  expect(location.startsWith(ssoURL)).toBe(true)
  expect(new URL(location).searchParams.get("Signature")).toMatch(/^[\w+/]{300,}=*$/)
})

it("--openid-issuers lets organizations use the provider that it names on this machine, and no other", async () => {
  const begin = async (issuer: string) => {
    const { service } = await create("/openid", { label: "Keycloak", issuer, clientId: "lectern" })
    return browser.get(service.startURL)
  }
  const refused = await begin(issuerOf(other))
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining("cannot be reached")])
  const begun = await begin(issuerOf(named))
  expect([begun.status, begun.location]).toEqual([303, expect.stringContaining(`${issuerOf(named)}/authorize?`)])
  expect(new Set(asked)).toEqual(new Set([issuerOf(named)]))
})
