import * as Lectern from "@lectern/core/Lectern"
import { fetchHandler } from "@lectern/http/LecternHttp"
import * as TypstPdf from "@lectern/node/pdf/TypstPdf"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Clock, Effect } from "effect"
import { expect, it } from "vitest"

const base = "http://lectern.test"

it("a PDF is fetched without a token for an hour", async () => {
  let ahead = 0
  const real = Clock.make()
  const clock: Clock.Clock = {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => real.unsafeCurrentTimeMillis() + ahead,
    unsafeCurrentTimeNanos: () => real.unsafeCurrentTimeNanos(),
    currentTimeMillis: Effect.map(real.currentTimeMillis, (time) => time + ahead),
    currentTimeNanos: real.currentTimeNanos,
    sleep: (duration) => real.sleep(duration)
  }
  const lectern = await Lectern.open({ storage: MemoryStorage.open(), baseUrl: base, pdf: TypstPdf.layer(), clock })
  const { id } = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const { token } = await lectern.asSystem().apiTokens.create(id, { label: "test" })
  const { contentEdits, organizations, spaces } = lectern.as(id)
  const organization = await organizations.create({ title: "Acme" })
  const space = await spaces.create(organization.id, { title: "Über uns" })
  await contentEdits.apply(space.id, {
    changes: [{ operation: "insert_page", title: "Hello", document: { markdown: "# Hello\n\nWords.\n" } }]
  })
  const handler = fetchHandler(lectern)
  const asked = await handler(
    new Request(`${base}/v1/spaces/${space.id}/pdf`, { headers: { authorization: `Bearer ${token}` } })
  )
  const { url } = (await asked.json()) as { url: string }
  expect(url).toMatch(new RegExp(`^${base}/pdf/${space.id}/[0-9a-f]{32}/\\d+/[\\w-]{22}/uber-uns\\.pdf$`))

  const found = await handler(new Request(url))
  expect(found.status).toBe(200)
  expect(found.headers.get("content-type")).toBe("application/pdf")
  expect(found.headers.get("content-disposition")).toBe(
    "inline; filename=\"_ber uns.pdf\"; filename*=UTF-8''%C3%9Cber%20uns.pdf"
  )
  expect(found.headers.get("cache-control")).toBe("private, max-age=3600")
  const bytes = new Uint8Array(await found.arrayBuffer())
  expect(new TextDecoder("latin1").decode(bytes.subarray(0, 5))).toBe("%PDF-")
  const again = await handler(new Request(url, { headers: { "if-none-match": found.headers.get("etag") ?? "" } }))
  expect(again.status).toBe(304)

  expect((await handler(new Request(url.replace(/\/\d+\//, "/9999999999999/")))).status).toBe(404)
  ahead = 60 * 60 * 1000
  const ended = await handler(new Request(url))
  expect(ended.status).toBe(404)
  expect(await ended.json()).toEqual({ error: { code: 404, message: "PDF not found" } })
  await lectern.close()
})
