import { expect, it } from "vitest"
import { certificate } from "../../support/certificate.js"
import { makeWorld } from "../../support/world.js"

it("a SAML provider's certificate is never logged, neither taken nor refused", async () => {
  const { ask, ids, log } = await makeWorld({ accessLog: true })
  const path = `/v1/orgs/${ids.organization}/saml`
  const line = certificate.split("\n")[1]!
  const statuses = []
  for (const body of [
    { label: "Taken", certificate },
    { label: "Refused", certificate: `${certificate}${"x".repeat(10_000)}` },
    { label: "Refused", certificate: [certificate] },
    { label: "", certificate },
    { label: "Refused", certificate, defaultTeam: "unknown" }
  ]) {
    const response = await ask("POST", path, { body })
    statuses.push(response.status)
    if (response.status !== 201) expect(await response.text()).not.toContain(line)
  }
  expect(statuses).toEqual([201, 400, 400, 400, 404])
  expect(log.length).toBeGreaterThan(0)
  expect(log.join("\n")).not.toContain(line)
})
