/** A published site over an engine in memory, and requests for it. */
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import * as Lectern from "@lectern/core/Lectern"
import { fetchHandler } from "@lectern/reader/Reader"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"

/** Where the site is. */
export const base = "http://lectern.test"

/** A picture of one pixel. */
export const png = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  (character) => character.charCodeAt(0)
)

const bytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : content

/** A folder of files as a tree. */
export const treeOf = (files: Readonly<Record<string, string | Uint8Array>>) =>
  readLayout(Object.entries(files).map(([path, content]) => ({ path, bytes: bytes(content) }))).tree

/** A site with one space of these files, published for everybody at `/sites/handbook/`. */
export const makeSite = async (
  files: Readonly<Record<string, string | Uint8Array>>,
  home?: string,
  more: Pick<Lectern.OpenOptions, "outbound" | "passwords" | "pdf" | "sitesUrl"> = {}
) => {
  const lectern = await Lectern.open({ storage: MemoryStorage.open(), baseUrl: base, ...more })
  const { id: user } = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const ada = lectern.as(user)
  const { id: organization } = await ada.organizations.create({ title: "Example" })
  const addSpace = async (title: string, of: Readonly<Record<string, string | Uint8Array>>) =>
    (await ada.contentSync.create(organization, { title }, treeOf(of))).space.id
  const space = await addSpace("Handbook", files)
  const { id: site } = await ada.sites.create(organization, { title: "Handbook", spaces: [space] })
  await ada.sites.update(organization, site, { basename: "handbook" })
  await ada.sites.publish(organization, site)
  const reader = fetchHandler(lectern, { baseUrl: base, home })
  const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    reader(new Request(path.startsWith("http") ? path : `${base}/sites/handbook${path}`, { headers, method }))
  const text = async (path: string, headers: Record<string, string> = {}) => (await ask(path, headers)).text()
  return { lectern, ada, user, organization, space, site, addSpace, reader, ask, text }
}

/** A site of a test. */
export type TestSite = Awaited<ReturnType<typeof makeSite>>
