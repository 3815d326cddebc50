import { expect, it } from "vitest"
import { makeWorld } from "../../support/world.js"

it("claims in the address count as unsigned ones, and as nothing else", async () => {
  const { ask, ids } = await makeWorld()
  const site = `/v1/orgs/${ids.organization}/sites/${ids.sites.main}`
  await ask("POST", `${site}/publish`)
  const siteSpace = `${site}/site-spaces/${ids.structure.second}`
  const shown = async (condition: string, query: string) => {
    expect((await ask("PATCH", siteSpace, { body: { condition } })).status).toBe(200)
    const answer = await (await ask("GET", `${site}/published?${query}`, { as: "rex" })).json()
    return (answer as { structure: { structure: ReadonlyArray<unknown> } }).structure.structure.length === 2
  }
  expect(await shown("visitor.claims.unsigned.beta", "visitor.beta=true")).toBe(true)
  expect(await shown("visitor.claims.unsigned.beta", "visitor.beta=false")).toBe(false)
  expect(await shown("visitor.claims.unsigned.beta", "beta=true&visitorbeta=true&visitor.=true")).toBe(false)
  expect(await shown("visitor.claims.unsigned.a.b == 'x y'", "visitor.a.b=x+y")).toBe(true)
  expect(await shown("visitor.claims.unsigned.groups.includes('b')", "visitor.groups=a&visitor.groups=b")).toBe(true)
  expect(await shown("visitor.claims.beta", "visitor.beta=true&visitor.claims.beta=true")).toBe(false)
  expect(await shown("visitor.claims.unsigned.__proto__", "visitor.__proto__=true")).toBe(false)
  expect(await shown("visitor.claims.unsigned.polluted", "visitor.__proto__.polluted=true")).toBe(false)
})

it("a condition that does not parse is refused with the place of what is wrong", async () => {
  const { ask, ids } = await makeWorld()
  const site = `/v1/orgs/${ids.organization}/sites/${ids.sites.main}`
  const refused = await ask("PATCH", `${site}/site-spaces/${ids.structure.first}`, {
    body: { condition: "visitor.claims.plan ==\n  eval('1')" }
  })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toEqual({
    error: { code: 400, message: 'condition: nothing can be called but "includes", at line 2, column 3' }
  })
})
