/** No secret of any form is in any line of the log, however it came to the server. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { secretIn } from "../../testing/src/LogLines.js"
import { hideSecret, withoutCredentials, withoutSecrets } from "../src/output/Redaction.js"
import { lecternHere } from "./inProcess.js"
import { putFiles, startServer, temporaryFolder } from "./program.js"

const key = "0123456789abcdef0123456789abcdef"
const hash = "ab".repeat(32)
const secret = "Zm9vYmFyYmF6cXV4cXV1eGNvcmdlZ3JhdWx0Z2FycGx5"
const token = `lct_${secret}`
const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c2VyIn0.c2lnbmF0dXJlLW9mLXRoaXM"
const chosen = 'a chosen "token" of ours'

/** A line, and the text that must not be left of it. */
const lines: ReadonlyArray<readonly [line: string, secret: string]> = [
  [`token ${token} refused`, secret],
  [`Authorization: Bearer ${secret.slice(0, 20)}`, secret.slice(0, 20)],
  [`{"headers":{"authorization":"Basic dTpw"}}`, "dTpw"],
  [`{"message":"{\\"authorization\\":\\"xyz123\\"}"}`, "xyz123"],
  [`GET /published?jwt_token=${jwt}&a=b`, jwt],
  ["GET /published?jwt_token=short&a=b", "short"],
  ["GET /published?a=b&visitor_token=short2", "short2"],
  ["cookie: visitor_token=short3; other=1", "short3"],
  ["x-visitor-token: short4", "short4"],
  [`{"jwt_token":"${jwt}"}`, jwt],
  [`GET /v1/spaces/x?shareKey=${key}`, key],
  ["GET /v1/spaces/x?shareKey=odd%20key", "odd%20key"],
  [`http://docs.test/sites/x/${key}/guide`, key],
  [`http://docs.test/files/space/file/${hash}/c2lnbmF0dXJlMTIzNDU2Nzg/a.png`, "c2lnbmF0dXJlMTIzNDU2Nzg"],
  [`http://docs.test/files/space/request/file/${hash}/c2lnbmF0dXJlMTIzNDU2Nzg/a.png`, "c2lnbmF0dXJlMTIzNDU2Nzg"],
  ["http://docs.test/pdf/space/key/1700000000000/c2lnbmF0dXJl/guide.pdf", "c2lnbmF0dXJl"],
  ["http://docs.test/openapi/versions/spec/version/c2lnbmF0dXJl", "c2lnbmF0dXJl"],
  [`/v1/orgs/o/link-invites/01hxyz${secret}`, secret],
  [`GET /login/link/${secret.slice(0, 20)}`, secret.slice(0, 20)],
  ["cannot fetch https://ada:s3cret@docs.test/a", "s3cret"],
  ["cannot fetch https%3A%2F%2Fada%3As3cret%40docs.test", "s3cret"],
  [`signing key ${secret}`, secret],
  [`{"privateKey":"0a1b2c"}`, "0a1b2c"],
  [`token ${chosen} refused`, chosen],
  [`token ${JSON.stringify(chosen)} refused`, "chosen"],
  [`?t=${encodeURIComponent(chosen)}`, "chosen"],
  [`basic ${Buffer.from(chosen).toString("base64")}`, Buffer.from(chosen).toString("base64")]
]

describe("redaction", () => {
  it.each(lines)("of %j", (line, hidden) => {
    hideSecret(chosen)
    expect(withoutSecrets(line)).not.toContain(hidden)
    expect(withoutSecrets(line)).toContain("<redacted>")
    expect(secretIn(withoutSecrets(line), [chosen])).toBeUndefined()
  })

  it("is what the watch over all logs of tests asks for", () => {
    const forms = [token, jwt, key, secret, chosen, "Bearer abcdefgh", "?jwt_token=short", "visitor_token=short"]
    const addresses = [
      "?shareKey=odd",
      `/files/a/b/${hash}/c2lnbmF0dXJl/a.png`,
      "/pdf/a/b/1700000000000/c2ln/a.pdf",
      "/openapi/versions/a/b/c2ln",
      "https://ada:s3cret@docs.test"
    ]
    for (const text of [...forms, ...addresses]) {
      expect([text, secretIn(`a line with ${text} in it`, [chosen])]).toEqual([text, expect.any(String)])
    }
    expect(secretIn(`{"path":"/v1/spaces/:spaceId","blob":"${hash}","id":"1f2e3d4c-7"}`, [chosen])).toBeUndefined()
  })

  it("leaves everything else", () => {
    const line = `{"message":"a request failed","requestId":"1f2e3d4c-7","path":"/v1/spaces/:spaceId","blob":"${hash}"}`
    expect(withoutSecrets(line)).toBe(line)
    const name = "a-file-with-a-name-that-is-longer-than-any-of-the-secrets.md: no such page"
    expect(withoutCredentials(name)).toBe(name)
    expect(withoutCredentials(`${token} https://a:b@c.test/`)).toBe("lct_<redacted> https://<redacted>@c.test/")
  })
})

describe("the log of a server", () => {
  let folder = ""
  let remove = () => {}
  beforeEach(() => {
    ;[folder, remove] = temporaryFolder()
    putFiles(join(folder, "docs"), { "README.md": "# Welcome\n\n![](a.png)\n", "a.png": "a" })
  })
  afterEach(() => remove())

  it("has none of the secrets that it gave out or was sent", async () => {
    const data = join(folder, "data")
    const admin = "the-own-token-of-an-administrator"
    const args = ["--import-docs", join(folder, "docs"), "--log-level", "trace"]
    const mail = "the password of the mail server"
    const server = await startServer(data, args, {
      LECTERN_ADMIN_TOKEN: admin,
      LECTERN_SMTP_URL: `smtp://mailer:${encodeURIComponent(mail)}@127.0.0.1:1`
    })
    const secrets = new Set([admin, mail, jwt, "s3cret", "own-visitor-token"])
    const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const url = path.startsWith("http") ? path : `${server.base}/v1${path}`
      const sent = { authorization: `Bearer ${admin}`, "x-request-id": admin, ...headers }
      const json = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await fetch(url, {
        method,
        headers: { ...sent, ...(body !== undefined && { "content-type": "application/json" }) },
        ...json
      })
      return response.headers.get("content-type")?.startsWith("application/json") ? response.json() : response.text()
    }
    const organization = (await ask("GET", "/orgs")).items[0].id
    const site = (await ask("POST", `/orgs/${organization}/sites`, { visibility: "share-link", spaces: "empty" })).id
    await ask("POST", `/orgs/${organization}/sites/${site}/publish`)
    const link = await ask("POST", `/orgs/${organization}/sites/${site}/share-links`, { name: "Link" })
    const shareKey = link.urls.published.split("/").at(-2)
    secrets.add(shareKey)
    secrets.add((await ask("GET", `/orgs/${organization}/sites/${site}/publishing/auth`)).privateKey)
    const published = `/orgs/${organization}/sites/${site}/published?shareKey=${shareKey}&jwt_token=${jwt}`
    await ask("GET", published, undefined, { cookie: `visitor_token=${jwt}`, "x-visitor-token": "own-visitor-token" })
    await ask("GET", `${server.base}/sites/${site}/${shareKey}/`)
    const space = (await ask("GET", `/orgs/${organization}/spaces`)).items.at(-1).id
    const spaces = (await ask("GET", `/orgs/${organization}/spaces`)).items
    for (const each of spaces) {
      for (const file of (await ask("GET", `/spaces/${each.id}/content/files`)).items) {
        secrets.add(new URL(file.downloadURL).pathname.split("/").at(-2) ?? "")
        await ask("GET", file.downloadURL)
        await ask("GET", `${file.downloadURL}x`)
      }
    }
    const invite = await ask("POST", `/orgs/${organization}/link-invites`, { role: "read" })
    secrets.add(invite.id)
    await ask("POST", `/orgs/${organization}/link-invites/${invite.id}`, {})
    await ask("POST", `/spaces/${space}/content/import`, { url: "https://ada:s3cret@127.0.0.1/", source: "website" })
    await ask("GET", "/user", undefined, { authorization: "Bearer lct_of-nobody-and-of-nothing" })
    await ask("GET", "/user", undefined, { "x-request-id": mail })
    secrets.add("of-nobody-and-of-nothing")
    const { stdout, stderr } = await server.stop()
    const made = await lecternHere(["token", "create", "--user", "admin@localhost", "--data-dir", data])
    expect(stderr.split("\n").length).toBeGreaterThan(20)
    expect(readFileSync(join(data, "admin-token"), "utf8")).toBe(admin)
    expect(secrets.size).toBeGreaterThan(8)
    for (const each of secrets) expect([each, `${stdout}${stderr}${made.stderr}`.includes(each)]).toEqual([each, false])
  })
})
