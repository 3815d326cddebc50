/** Published sites with one manual, and requests for their pages. */
import { join } from "node:path"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import * as Lectern from "@lectern/core/Lectern"
import * as LecternHttp from "@lectern/http/LecternHttp"
import { webHandler } from "@lectern/http/WebHandler"
import { fontAwesome } from "@lectern/reader/node/Icons"
import { mermaid } from "@lectern/reader/node/Mermaid"
import { handle } from "@lectern/reader/Reader"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import * as Effect from "effect/Effect"
import { tempFolder } from "../TempFolder.js"
import { base } from "../Workspace.js"
import type { Manual } from "./Manuals.js"

/** The basename of every site that is measured. */
export const basename = "manual"

/** The path of the site on its server, with a trailing slash. */
export const sitePath = `/sites/${basename}/`

const opened = (filename: string) =>
  Effect.acquireRelease(
    Effect.promise(() => Lectern.open({ storage: SqliteStorage.open({ filename }), baseUrl: base })),
    (lectern) => Effect.promise(() => lectern.close())
  )

/** Publishes a manual as a site of its own workspace, in a file that is deleted when the scope closes. */
export const publishedSite = Effect.fnUntraced(function* ({ files, name }: Manual) {
  const folder = yield* tempFolder
  const lectern = yield* opened(join(folder, "lectern.db"))
  const made = yield* Effect.promise(async () => {
    const { id: user } = await lectern.asSystem().users.create({ displayName: "Bench", email: "bench@example.com" })
    const member = lectern.as(user)
    const { id: organization } = await member.organizations.create({ title: "Bench" })
    const { space } = await member.contentSync.create(organization, { title: name }, readLayout(files).tree)
    const { id: site } = await member.sites.create(organization, { title: "Manual", spaces: [space.id] })
    await member.sites.update(organization, site, { basename })
    await member.sites.publish(organization, site)
    const { token } = await member.apiTokens.create(user, { label: "bench" })
    return { member, organization, space: space.id, site, token }
  })
  const pages = handle(lectern, { baseUrl: base, icons: fontAwesome, mermaid })
  const reader = webHandler(pages)
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    reader(new Request(new URL(path, `${base}${sitePath}`), { headers }))
  const paths = yield* Effect.promise(async (): Promise<ReadonlyArray<string>> => {
    const text = await (await ask("sitemap.xml")).text()
    return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) => new URL(address).pathname)
  })
  const api = LecternHttp.fetchHandler(lectern)
  return { ...made, folder, lectern, pages, reader, ask, api, paths }
})

/** A published site. */
export type PublishedSite = Effect.Effect.Success<ReturnType<typeof publishedSite>>
