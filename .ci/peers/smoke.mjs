/** A change request from its first edit to its merge, on every storage; then an import with workers, and a PDF. */
import { deepEqual, equal, ok } from "node:assert/strict"
import * as Lectern from "@lectern/core"
import * as Importers from "@lectern/importers"
import { FolderBlobStore, GuardedFetch, TypstPdf, WorkerPool } from "@lectern/node"
import * as MemoryStorage from "@lectern/storage-memory"
import * as SqliteStorage from "@lectern/storage-sqlite"

ok(FolderBlobStore.layer("blobs"))
const outside = {
  outbound: GuardedFetch.layer(),
  importer: Importers.layer,
  pdf: TypstPdf.layer(),
  workers: WorkerPool.layer()
}
for (const storage of [MemoryStorage.open(), SqliteStorage.open({ filename: "smoke.db" })]) {
  const lectern = await Lectern.open({ storage, ...outside })
  const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const { changeRequests, contentEdits, contents, imports, organizations, search, sites, spaces } = lectern.as(ada.id)
  const organization = await organizations.create({ title: "Example" })
  const space = await spaces.create(organization.id, { title: "Handbook" })
  const insert = (markdown) => ({ changes: [{ operation: "insert_page", document: { markdown } }] })
  await contentEdits.apply(space.id, insert("# Welcome\n\nEvery edit makes a revision.\n"))
  const request = await changeRequests.create(space.id, { subject: "More" })
  await contentEdits.apply(space.id, insert(`# More\n\n${"A long text. ".repeat(3_000)}\n`), {
    changeRequest: request.id
  })
  equal((await changeRequests.merge(space.id, request.id)).result, "merge")
  deepEqual(
    (await contents.pages(space.id)).pages.map((page) => page.title),
    ["Welcome", "More"]
  )
  equal((await search.space(space.id, { query: "revisions" })).items.length, 1)
  ok((await sites.create(organization.id, { title: "Docs" })).id)
  ok((await imports.start(space.id, { source: "website", url: "https://docs.example.com/" })).id)
  await spaces.get("none").then(
    () => ok(false),
    (error) => ok(error instanceof Lectern.NotFound, `${error}`)
  )
  await lectern.close()
}
