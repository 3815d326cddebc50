/** An import whose process ends in the middle, while other processes of the database are running. */
import { setTimeout } from "node:timers/promises"
import { expect } from "vitest"
import { type Process, type Processes, withProcesses } from "./Processes.js"
import { startWebsite, type Website } from "./Website.js"
import { until } from "./Workplace.js"

const pages = 12

/** How a process is put out of action, and brought back, if it is. */
export interface Mishap {
  readonly start?: (processes: Processes) => Promise<Process>
  readonly strike: (process: Process) => void | Promise<void>
  readonly after?: (process: Process) => void | Promise<void>
}

const claimOf = async ({ rows }: Processes): Promise<unknown> =>
  (await rows("select claim from jobs where kind = 'Import'"))[0]?.[0]

/** Every page of the site is there once, in one revision, and no job is left. */
const expectOnce = async ({ rows }: Processes, { call }: Process, space: string, path: string) => {
  const { body } = await until(
    () => call("GET", path),
    (answer) => answer.body.status !== "running" && answer.body.status !== "pending"
  )
  expect(body).toMatchObject({ status: "complete", result: { importedResources: pages + 1 } })
  await until(
    () => rows("select key from jobs where kind = 'Import'"),
    (left) => left.length === 0
  )
  expect((await rows(`select id from revisions where line = '${space}'`)).length).toBe(2)
  expect(await rows("select 1 from import_parts")).toEqual([])
}

const importing = async (processes: Processes, site: Website, { start, strike, after }: Mishap): Promise<void> => {
  // Two concurrent first starts on an empty database.
  const [server, worker] = await Promise.all([processes.start("serve"), start?.(processes) ?? processes.start("work")])
  const organization = (await server.call("GET", "orgs")).body.items[0]?.id
  const made = await server.call("POST", `orgs/${organization}/spaces`, { title: "Imported" })
  expect(made.status).toBe(201)
  const content = { url: site.url, source: "website" }
  const into = `spaces/${made.body.id}/content/import`
  const { body } = await server.call("POST", into, content, { prefer: "respond-async" })
  site.open(1 + pages / 2)
  await site.asked(2 + pages / 2)
  const first = await claimOf(processes)
  const other = await processes.start("work")
  expect(await claimOf(processes)).toBe(first)

  await strike(worker)
  await until(
    async () => {
      await setTimeout(200)
      return claimOf(processes)
    },
    (claim) => claim !== first && claim !== ""
  )
  site.open(Number.POSITIVE_INFINITY)
  await expectOnce(processes, server, made.body.id, `imports/${body.id}`)
  await after?.(worker)
  await expectOnce(processes, server, made.body.id, `imports/${body.id}`)

  other.process.kill("SIGTERM")
  expect((await other.finished).code).toBe(0)
}

/** Runs an import in a process that a mishap strikes, which another one takes over. */
export const takenOver = async (mishap: Mishap): Promise<void> => {
  const site = await startWebsite(pages)
  try {
    await withProcesses((processes) => importing(processes, site, mishap))
  } finally {
    site.close()
  }
}
