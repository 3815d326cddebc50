/** Claims of issuers about people, and when they count. */

import type { OpenIdClaims } from "@lectern/core/openid/OpenIdClient"
import { issuerProblem, personOf } from "@lectern/core/people/openid/Issuers"
import { describe, expect, it } from "vitest"

const tenant = "11111111-2222-3333-4444-555555555555"
const entra = `https://login.microsoftonline.com/${tenant}/v2.0`
const google = "https://accounts.google.com"
const other = "https://idp.example"

describe("an issuer", () => {
  it.each<[string, boolean]>([
    [other, true],
    ["http://keycloak.internal:8080/realms/docs", true],
    [entra, true],
    [`https://sts.windows.net/${tenant}/`, true],
    ["https://login.microsoftonline.com/common/v2.0", false],
    ["https://login.microsoftonline.com/organizations/v2.0", false],
    ["https://login.microsoftonline.com/consumers/v2.0", false],
    ["https://LOGIN.microsoftonline.com/common/v2.0", false],
    ["https://login.microsoftonline.us/common/v2.0", false],
    ["https://login.microsoftonline.com", false],
    ["idp.example", false],
    ["ftp://idp.example", false],
    ["https://user:password@idp.example", false],
    ["https://user@idp.example", false],
    ["https://:password@idp.example", false],
    ["https://idp.example/?tenant=a", false],
    ["https://idp.example/#a", false]
  ])("%s", (issuer, isTaken) => {
    expect(issuerProblem(issuer) === undefined).toBe(isTaken)
  })
})

describe("claims", () => {
  const ada = { sub: "ada", email: "ada@acme.com", email_verified: true }
  const object = { sub: "pairwise", tid: tenant, oid: "object", email: "ada@acme.com" }
  it.each<[string, string, OpenIdClaims, string | undefined, boolean]>([
    ["with a verified address", other, ada, "ada", true],
    ["with a verified address, as text", other, { ...ada, email_verified: "true" }, "ada", true],
    ["with an address that is not verified", other, { ...ada, email_verified: false }, "ada", false],
    ["that say nothing of the address", other, { sub: "ada", email: "ada@acme.com" }, "ada", false],
    ["with something for yes", other, { ...ada, email_verified: "yes" }, "ada", false],
    ["with the word of Entra for it, of another issuer", other, { sub: "ada", xms_edov: true }, "ada", false],
    ["without a subject", other, { email: "ada@acme.com", email_verified: true }, undefined, true],
    ["with a number for a subject", other, { ...ada, sub: 7 }, undefined, true],
    ["of Google, for a domain that it hosts", google, { ...ada, hd: "acme.com" }, "ada", true],
    ["of Google, for a domain that it does not host", google, ada, "ada", false],
    ["of Google, for itself", google, { ...ada, email: "ada@gmail.com" }, "ada", true],
    ["of Entra", entra, { ...object, xms_edov: true }, `${tenant}:object`, true],
    ["of Entra, as a number", entra, { ...object, xms_edov: 1 }, `${tenant}:object`, true],
    ["of Entra, as the text of one", entra, { ...object, xms_edov: "1" }, `${tenant}:object`, true],
    [
      "of Entra, whose administrator wrote the address",
      entra,
      { ...object, email_verified: true },
      `${tenant}:object`,
      false
    ],
    [
      "of Entra, of another tenant",
      entra,
      { ...object, tid: tenant.replace("1", "2"), xms_edov: true },
      undefined,
      true
    ],
    ["of Entra, without a tenant", entra, { ...object, tid: undefined, xms_edov: true }, undefined, true],
    ["of Entra, without an object", entra, { ...object, oid: "", xms_edov: true }, undefined, true]
  ])("%s", (_, issuer, claims, subject, emailVerified) => {
    const person = personOf(issuer, claims)
    expect(person?.subject).toBe(subject)
    if (person !== undefined) expect(person.emailVerified).toBe(emailVerified)
  })
})
