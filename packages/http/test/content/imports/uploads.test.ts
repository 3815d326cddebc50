/** Imports of what was uploaded, by the importers of a server. */
import { zipped } from "@lectern/core/content/exports/ZipWriting"
import * as Lectern from "@lectern/core/Lectern"
import { fetchHandler } from "@lectern/http/LecternHttp"
import * as Importers from "@lectern/importers/Importers"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Chunk, Effect, Stream } from "effect"
import { expect, it } from "vitest"

const base = "http://lectern.test"

const makeWorld = async () => {
  const lectern = await Lectern.open({ storage: MemoryStorage.open(), baseUrl: base, importer: Importers.layer })
  const { apiTokens, users } = lectern.asSystem()
  const personOf = async (displayName: string) => {
    const { id } = await users.create({ displayName, email: `${displayName}@example.com` })
    return { id, token: (await apiTokens.create(id, { label: "test" })).token }
  }
  const [ada, alan] = [await personOf("Ada"), await personOf("Alan")]
  const { contents, organizations, spaces } = lectern.as(ada.id)
  const organization = await organizations.create({ title: "Example" })
  await lectern.asSystem().members.add(organization.id, alan.id, "edit")
  const space = (await spaces.create(organization.id, { title: "Docs" })).id
  const handler = fetchHandler(lectern, { verifyAnswers: true })
  const ask = (path: string, body: BodyInit, method = "POST", by = ada) =>
    handler(
      new Request(`${base}/v1/spaces/${space}${path}`, {
        method,
        body,
        headers: { authorization: `Bearer ${by.token}`, "content-type": "application/json" }
      })
    )
  return {
    lectern,
    alan,
    ask,
    upload: async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
      const answer = await ask(`/uploads?name=${encodeURIComponent(name)}`, bytes, "PUT")
      return ((await answer.json()) as { id: string }).id
    },
    titles: async () => (await contents.pages(space)).pages.map(({ title }) => title)
  }
}

const encode = (text: string) => new Uint8Array(new TextEncoder().encode(text))

const zipOf = async (files: Readonly<Record<string, string>>) => {
  const all = Object.entries(files).map(([path, text]) => ({ path, bytes: encode(text) }))
  const pieces = await Effect.runPromise(Stream.runCollect(zipped(Stream.fromIterable(all), 0)))
  return new Uint8Array(Buffer.concat(Chunk.toReadonlyArray(pieces)))
}

it("a document or an archive that was uploaded is imported as one at an address is", async () => {
  const { ask, lectern, titles, upload } = await makeWorld()
  const markdown = await upload("Release notes.md", encode("# Notes\n\n![gone](missing.png)\n"))
  const started = await ask("/content/import", JSON.stringify({ upload: markdown, source: "markdown" }))
  expect(started.status).toBe(201)
  expect(await started.json()).toMatchObject({ importedResources: 1 })
  const html = await upload(
    "page.html",
    encode("<!doctype html><title>Page</title><main><h1>Page</h1><p>Words.</p></main>")
  )
  expect((await ask("/content/import", JSON.stringify({ upload: html, source: "html" }))).status).toBe(201)
  const archive = await zipOf({ "docs/one.md": "# One\n\n[two](two.md)\n", "docs/two.md": "# Two\n" })
  const zip = await upload("docs.zip", archive)
  expect((await ask("/content/import", JSON.stringify({ upload: zip, source: "zip" }))).status).toBe(201)
  expect(await titles()).toEqual(["Notes", "Page", "One", "Two"])
  await lectern.close()
})

it("an upload is imported by who uploaded it, as a document or an archive, and not with an address", async () => {
  const { alan, ask, lectern, titles, upload } = await makeWorld()
  const id = await upload("notes.md", encode("# Notes\n"))
  const statusOf = async (body: object, by?: typeof alan) =>
    (await ask("/content/import", JSON.stringify(body), "POST", by)).status
  expect(await statusOf({ upload: id, source: "markdown" }, alan)).toBe(404)
  expect(await statusOf({ upload: "unknown", source: "markdown" })).toBe(404)
  expect(await statusOf({ upload: id, source: "website" })).toBe(400)
  expect(await statusOf({ upload: id, url: "https://docs.example/", source: "markdown" })).toBe(400)
  expect(await statusOf({ source: "markdown" })).toBe(400)
  expect(await statusOf({ upload: id, source: "docx" })).toBe(400)
  expect(await titles()).toEqual([])
  await lectern.close()
})
