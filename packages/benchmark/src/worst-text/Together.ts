/** Many hard texts together: in one batch, in a folder, and written in parallel while another caller edits. */
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { accepted, idOfFirstPage, insert, newSpace } from "./Paths.js"
import type { Commanded, Server } from "./Server.js"
import * as Waits from "./Waits.js"

/** One batch with many texts: its time and its processor time, in milliseconds. */
export const batch = async (
  server: Server,
  organization: string,
  texts: ReadonlyArray<string>
): Promise<{ readonly time: number; readonly processor: number }> => {
  const place = `/v1/spaces/${await newSpace(server, organization)}`
  const changes = texts.map((markdown) => ({ operation: "insert_page", title: "T", document: { markdown } }))
  const before = await server.load()
  const { time } = accepted("batch", await server.ask("POST", `${place}/content`, { changes }))
  return { time, processor: (await server.load()).processor - before.processor }
}

/** The costs of importing a folder of texts, and of exporting it. */
export interface FolderTimes {
  readonly taken: Commanded
  readonly given: Commanded
}

/** Writes texts into a folder, imports it by the program, and exports it again. */
export const folders = async (
  server: Server,
  organization: string,
  folder: string,
  texts: ReadonlyArray<string>
): Promise<FolderTimes> => {
  const name = String(texts.reduce((sum, text) => sum + text.length, 0))
  const source = join(folder, `texts-${name}`)
  await mkdir(source)
  await Promise.all(texts.map((text, at) => writeFile(join(source, `text-${at}.md`), text)))
  const space = await newSpace(server, organization)
  const taken = await server.command("import", source, "--space", space)
  return { taken, given: await server.command("export", space, join(folder, `out-${name}`)) }
}

/** Another caller who may edit, by a token. */
export const otherCaller = async (server: Server): Promise<string> => {
  const email = "other@example.com"
  await server.command("user", "add", "--email", email, "--name", "Other", "--role", "edit")
  return (await server.command("token", "create", "--user", email)).stdout.trim()
}

/**
 * Another caller's edit of 2 KB while many texts are written in parallel: the longest of many, in milliseconds. It is
 * made in a thread of its own, which does not have to read the answers to the others.
 */
export const editBeside = async (
  server: Server,
  organization: string,
  other: string,
  texts: ReadonlyArray<string>
): Promise<number> => {
  const place = `/v1/spaces/${await newSpace(server, organization)}`
  const spaces = await Promise.all(texts.map(() => newSpace(server, organization)))
  const small = { changes: [{ operation: "insert_page", title: "Small", document: { markdown: "word ".repeat(400) } }] }
  const edits = Waits.start({ url: `${server.address}${place}/content`, token: other, posted: JSON.stringify(small) })
  await edits.longest()
  await Promise.all(
    texts.map(async (markdown, at) => {
      const busy = `/v1/spaces/${spaces[at]}`
      accepted("edit", await insert(server, busy, markdown))
      const page = await idOfFirstPage(server, busy)
      accepted("document", await server.ask("GET", `${busy}/content/page/${page}?format=document`))
    })
  )
  const longest = await edits.longest()
  await edits.stop()
  return longest
}
