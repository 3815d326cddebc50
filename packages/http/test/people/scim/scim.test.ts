/** SCIM over HTTP: the conformance table of the manual names each of these tests. */
import { readFileSync } from "node:fs"
import { beforeAll, describe, expect, it } from "vitest"
import { base, reusableWorld, type World } from "../../support/world.js"

const freshWorld = reusableWorld()
const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User"
const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group"
const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp"

/** A client of the directory of one organization. */
const clientOf = async (world: World, organization: string) => {
  const { token } = await world.lectern
    .asSystem()
    .serviceTokens.create(organization, { label: "Directory", scopes: ["admin"] })
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await world.handler(
      new Request(`${base}/scim/v2/${organization}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { "content-type": "application/scim+json" }),
          ...headers
        },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) })
      })
    )
    const text = await response.text()
    const answer = text === "" ? undefined : JSON.parse(text)
    return { status: response.status, headers: response.headers, answer }
  }
}

let world: World
let ask: Awaited<ReturnType<typeof clientOf>>

beforeAll(async () => {
  world = await freshWorld()
  ask = await clientOf(world, world.ids.organization)
})

const created = async (userName: string, more: object = {}) =>
  (await ask("POST", "/Users", { schemas: [userSchema], userName, ...more })).answer
const patch = (path: string, ...Operations: ReadonlyArray<object>) =>
  ask("PATCH", path, { schemas: [patchSchema], Operations })

describe("SCIM", () => {
  it("discovery is the same for everybody", async () => {
    const paths = [
      "/ServiceProviderConfig",
      "/ResourceTypes",
      "/ResourceTypes/User",
      "/Schemas",
      `/Schemas/${groupSchema}`
    ]
    for (const path of paths) {
      for (const organization of [world.ids.organization, "nowhere"]) {
        const response = await world.handler(new Request(`${base}/scim/v2/${organization}${path}`))
        expect([path, response.status, response.headers.get("content-type")]).toEqual([
          path,
          200,
          "application/scim+json"
        ])
      }
    }
    const { answer } = await ask("GET", "/ServiceProviderConfig")
    expect(answer).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true }
    })
    const { answer: schemas } = await ask("GET", "/Schemas")
    expect(schemas.Resources.map(({ id }: { id: string }) => id)).toEqual([userSchema, groupSchema])
    expect((await ask("GET", "/Schemas/urn:nothing")).status).toBe(404)
  })

  it("a token of the organization is needed", async () => {
    const { ids, tokens } = world
    const at = (organization: string, authorization?: string) =>
      world.handler(
        new Request(`${base}/scim/v2/${organization}/Users`, {
          ...(authorization !== undefined && { headers: { authorization } })
        })
      )
    const elsewhere = await clientOf(world, ids.elsewhere)
    const answers = await Promise.all([
      at(ids.organization),
      at(ids.organization, "Bearer wrong"),
      at(ids.organization, `Bearer ${tokens.ada}`),
      at(ids.organization, `Bearer ${tokens.eve}`),
      at("nowhere", `Bearer ${tokens.eve}`)
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 403, 404, 404])
    expect(answers[0]?.headers.get("www-authenticate")).toBe("Bearer")
    const [invisible, absent] = await Promise.all(answers.slice(3).map((answer) => answer.json()))
    expect(invisible).toEqual(absent)
    expect((await elsewhere("GET", `/Users/${ids.users.ada}`)).answer).toEqual(
      (await elsewhere("GET", "/Users/nobody")).answer
    )
  })

  it("errors have the body of SCIM", async () => {
    const answers = [
      await ask("POST", "/Users", "{"),
      await ask("POST", "/Users", {}),
      await ask("GET", "/Users?filter=userName%20is%20x"),
      await ask("GET", "/Users?count=x"),
      await ask("GET", "/Users?count=1e1"),
      await ask("GET", "/Users/nobody"),
      await ask("POST", "/Users", { userName: "ada@example.com" }),
      await ask("POST", "/Users", "{}", { "content-type": "text/plain" })
    ]
    expect(answers.map(({ answer, status }) => [status, answer.status, answer.scimType])).toEqual([
      [400, "400", "invalidSyntax"],
      [400, "400", "invalidValue"],
      [400, "400", "invalidFilter"],
      [400, "400", "invalidValue"],
      [400, "400", "invalidValue"],
      [404, "404", undefined],
      [409, "409", "uniqueness"],
      [415, "415", undefined]
    ])
    for (const { answer, headers } of answers) {
      expect(answer).toMatchObject({
        schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
        detail: expect.any(String)
      })
      expect(headers.get("content-type")).toBe("application/scim+json")
    }
  })

  it("users are created and read", async () => {
    const body = {
      schemas: [userSchema, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
      userName: "grace@hopper.example",
      externalId: "00u1",
      name: { givenName: "Grace", familyName: "Hopper" },
      displayName: "Grace",
      emails: [{ value: "grace@hopper.example", type: "work", primary: true }],
      active: true,
      password: "never kept",
      groups: [],
      "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "Navy" }
    }
    const { answer, headers, status } = await ask("POST", "/Users", body)
    expect(status).toBe(201)
    expect(headers.get("location")).toBe(answer.meta.location)
    expect(answer).toMatchObject({
      schemas: [userSchema],
      userName: body.userName,
      externalId: "00u1",
      name: body.name,
      emails: body.emails,
      active: true,
      groups: [],
      meta: { resourceType: "User", location: `${base}/scim/v2/${world.ids.organization}/Users/${answer.id}` }
    })
    expect(JSON.stringify(answer)).not.toMatch(/never kept|Navy/)
    expect((await ask("GET", `/Users/${answer.id}`)).answer).toEqual(answer)
  })

  it("users are listed in pages", async () => {
    const all = (await ask("GET", "/Users")).answer
    expect(all).toMatchObject({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
      startIndex: 1,
      totalResults: all.Resources.length
    })
    const second = (await ask("GET", "/Users?startIndex=2&count=1")).answer
    expect(second).toMatchObject({ startIndex: 2, itemsPerPage: 1, totalResults: all.totalResults })
    expect(second.Resources).toEqual([all.Resources[1]])
    expect((await ask("GET", "/Users?count=0")).answer).toMatchObject({
      itemsPerPage: 0,
      totalResults: all.totalResults
    })
    expect((await ask("GET", "/Users?startIndex=-1&count=-1")).answer).toMatchObject({ startIndex: 1, itemsPerPage: 0 })
    expect(JSON.stringify(all)).not.toContain("Directory")
  })

  it("users are filtered", async () => {
    await created("filter@one.example", { externalId: "f1", title: "Dr" })
    await created("sieve@two.example")
    const found = async (filter: string) =>
      (await ask("GET", `/Users?filter=${encodeURIComponent(filter)}`)).answer.Resources.map(
        ({ userName }: { userName: string }) => userName
      )
    expect(await found('userName eq "FILTER@one.example"')).toEqual(["filter@one.example"])
    expect(await found('externalId eq "f1" and active eq true')).toEqual(["filter@one.example"])
    expect(await found('userName sw "filter" or userName co "@one"')).toEqual(["filter@one.example"])
    expect(await found("title pr")).toEqual(["filter@one.example"])
    expect(await found('userName eq "nobody"')).toEqual([])
    expect(await found('userName sw "filter@"')).toEqual(["filter@one.example"])
    expect(await found('externalId sw "f"')).toEqual(["filter@one.example"])
    expect(await found("externalId eq null")).toContain("sieve@two.example")
  })

  it("attributes are selected", async () => {
    const { id } = await created("select@one.example", { name: { givenName: "S", familyName: "T" } })
    const at = (query: string) => ask("GET", `/Users/${id}?${query}`)
    expect((await at("attributes=userName,name.givenName")).answer).toEqual({
      schemas: [userSchema],
      id,
      userName: "select@one.example",
      name: { givenName: "S" }
    })
    const { answer } = await at("excludedAttributes=groups,meta,name.familyName,id")
    expect(Object.keys(answer).sort()).toEqual(["active", "displayName", "id", "name", "schemas", "userName"])
    expect(answer.name).toEqual({ givenName: "S" })
  })

  it("users are replaced", async () => {
    const { id } = await created("replace@one.example", { title: "Dr", displayName: "Before" })
    const { answer, status } = await ask("PUT", `/Users/${id}`, { userName: "replaced@one.example", active: false })
    expect(status).toBe(200)
    expect(answer).toMatchObject({ id, userName: "replaced@one.example", active: false })
    expect(answer).not.toHaveProperty("title")
    expect((await ask("PUT", `/Users/${id}`, { userName: "ada@example.com" })).answer.scimType).toBe("uniqueness")
  })

  it("users are patched as Okta does", async () => {
    const { id } = await created("okta@one.example")
    expect((await patch(`/Users/${id}`, { op: "replace", value: { active: false } })).answer.active).toBe(false)
    const { answer } = await patch(`/Users/${id}`, { op: "replace", value: { active: true, id, displayName: "O." } })
    expect(answer).toMatchObject({ id, active: true, displayName: "O." })
  })

  it("users are patched as Entra does", async () => {
    const { id } = await created("entra@one.example", { emails: [{ value: "e@one.example", type: "work" }] })
    const { answer } = await patch(
      `/Users/${id}`,
      { op: "Replace", path: "active", value: "False" },
      { op: "Replace", path: 'emails[type eq "work"].value', value: "new@one.example" },
      { op: "Add", path: "name.givenName", value: "E." },
      { op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "X" }
    )
    expect(answer).toMatchObject({
      active: false,
      emails: [{ value: "new@one.example", type: "work" }],
      name: { givenName: "E." }
    })
    const refused = await patch(`/Users/${id}`, { op: "Replace", path: "id", value: "x" })
    expect([refused.status, refused.answer.scimType]).toEqual([400, "mutability"])
  })

  it("users are deleted, and are found no more", async () => {
    const { id } = await created("gone@one.example")
    expect((await ask("DELETE", `/Users/${id}`)).status).toBe(204)
    expect((await ask("GET", `/Users/${id}`)).status).toBe(404)
    expect((await ask("DELETE", `/Users/${id}`)).status).toBe(404)
    expect((await ask("POST", "/Users", { userName: "gone@one.example" })).status).toBe(201)
  })

  it("the last administrator stays", async () => {
    const { ada } = world.ids.users
    const disabled = await patch(`/Users/${ada}`, { op: "replace", path: "active", value: false })
    expect([disabled.status, disabled.answer.scimType]).toEqual([409, undefined])
    expect((await ask("DELETE", `/Users/${ada}`)).status).toBe(409)
  })

  it("groups are created, read, listed and filtered", async () => {
    const { id: user } = await created("group@one.example")
    const { answer, status } = await ask("POST", "/Groups", {
      schemas: [groupSchema],
      displayName: "Scribes",
      externalId: "g1",
      members: [{ value: user, display: "ignored" }]
    })
    expect(status).toBe(201)
    const $ref = `${base}/scim/v2/${world.ids.organization}/Users/${user}`
    expect(answer).toMatchObject({
      displayName: "Scribes",
      externalId: "g1",
      members: [{ value: user, $ref, type: "User" }]
    })
    expect((await ask("GET", `/Groups/${answer.id}`)).answer).toEqual(answer)
    const named = await ask("GET", "/Groups?filter=displayName%20eq%20%22scribes%22&excludedAttributes=members")
    expect(named.answer.Resources).toMatchObject([{ id: answer.id }])
    expect(named.answer.Resources[0]).not.toHaveProperty("members")
    const withUser = await ask("GET", `/Groups?filter=${encodeURIComponent(`members[value eq "${user}"]`)}`)
    expect(withUser.answer.totalResults).toBe(1)
    expect((await ask("GET", `/Users/${user}`)).answer.groups).toMatchObject([{ value: answer.id, display: "Scribes" }])
    const unknown = await ask("POST", "/Groups", { displayName: "X", members: [{ value: world.ids.users.eve }] })
    expect([unknown.status, unknown.answer.scimType]).toEqual([400, "invalidValue"])
  })

  it("groups are changed and deleted", async () => {
    const [one, two] = [(await created("m1@one.example")).id, (await created("m2@one.example")).id]
    const { id } = (await ask("POST", "/Groups", { displayName: "Changing", members: [{ value: one }] })).answer
    const members = async (...operations: ReadonlyArray<object>) => {
      const { answer } = await patch(`/Groups/${id}`, ...operations)
      return (answer.members ?? []).map(({ value }: { value: string }) => value).sort()
    }
    expect(await members({ op: "add", path: "members", value: [{ value: two }] })).toEqual([one, two].sort())
    expect(await members({ op: "remove", path: `members[value eq "${one}"]` })).toEqual([two])
    expect(await members({ op: "Remove", path: "members", value: [{ value: two }] })).toEqual([])
    expect(await members({ op: "replace", value: { id, displayName: "Renamed", members: [{ value: one }] } })).toEqual([
      one
    ])
    const replaced = await ask("PUT", `/Groups/${id}`, { displayName: "Replaced", members: [{ value: two }] })
    expect(replaced.answer).toMatchObject({ displayName: "Replaced", members: [{ value: two }] })
    expect((await ask("DELETE", `/Groups/${id}`)).status).toBe(204)
    expect((await ask("GET", `/Groups/${id}`)).status).toBe(404)
  })

  it("versions are compared", async () => {
    const { id, meta } = await created("version@one.example")
    const got = await ask("GET", `/Users/${id}`)
    expect(got.headers.get("etag")).toBe(meta.version)
    expect((await ask("GET", `/Users/${id}`, undefined, { "if-none-match": meta.version })).status).toBe(304)
    const change = (ifMatch: string) =>
      ask("PUT", `/Users/${id}`, { userName: "v2@one.example" }, { "if-match": ifMatch })
    expect((await change(meta.version)).status).toBe(200)
    expect((await change(meta.version)).status).toBe(412)
    expect((await ask("DELETE", `/Users/${id}`, undefined, { "if-match": meta.version })).status).toBe(412)
  })

  it("the manual names every test", () => {
    const page =
      readFileSync(new URL("../../../../../docs/scim.md", import.meta.url), "utf8").split("## Conformance")[1] ?? ""
    const named = new Set(
      Array.from(page.matchAll(/\| ([^|]+) \|$/gm), (match) => match[1]!).filter((cell) => !/^-+$|^test$/.test(cell))
    )
    const own = readFileSync(new URL(import.meta.url), "utf8")
    const tests = Array.from(own.matchAll(/^ {2}it\("([^"]+)"/gm), (match) => match[1]!)
    expect([...named].sort()).toEqual(tests.filter((name) => name !== "the manual names every test").sort())
  })
})
