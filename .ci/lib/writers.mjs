/** A server, and clients that write pages and files to it until it is killed. */
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "./project.mjs"
import { program } from "./recipes.mjs"

const clients = 3

/** The bytes of a file, different for each number. */
const bytesOf = (number) => `${createHash("sha256").update(String(number)).digest("hex")}\n`.repeat(200)

const changeOf = (number) =>
  number % 8 === 0
    ? {
        operation: "insert_files",
        files: [{ name: `file-${number}.txt`, base64: Buffer.from(bytesOf(number)).toString("base64") }]
      }
    : { operation: "insert_page", document: { markdown: `# Page ${number}\n\nText ${number}.\n` } }

/** Starts `lectern start` and waits until it serves. `kill` ends it with SIGKILL and waits for its end. */
export const startServer = async (dataDir, args, env) => {
  const all = [program, "start", "--port", "0", "--import-docs", "none", "--data-dir", dataDir, ...args]
  const child = spawn(process.execPath, all, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] })
  const onExit = () => child.kill("SIGKILL")
  process.once("exit", onExit)
  const ended = new Promise((resolve) => child.once("close", resolve)).then(() => process.off("exit", onExit))
  let output = ""
  child.stderr.on("data", (chunk) => {
    output += chunk
  })
  const base = await new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk
      const served = /Lectern serves (\S+)[\s\S]*\/v1\/orgs\n/.exec(output)?.[1]
      if (served !== undefined) resolve(served)
    })
    ended.then(() => reject(new Error(`the server did not start\n${output}`)))
  })
  const kill = async () => {
    child.kill("SIGKILL")
    await ended
  }
  return { base, token: readFileSync(join(dataDir, "admin-token"), "utf8").trim(), kill }
}

/**
 * Writes to a new space until a request fails. `acknowledged` has the number of each write with the times of its request
 * and of its answer; `until` waits for so many more of them, and returns the time.
 */
export const startWriting = async ({ base, token }) => {
  const call = async (path, body) => {
    const answer = await fetch(`${base}/v1/${path}`, {
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
    })
    const read = await answer.json()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(read)}`)
    return read
  }
  const organization = (await call("orgs")).items[0].id
  const space = (await call(`orgs/${organization}/spaces`, { title: "Written" })).id
  const acknowledged = []
  const waiting = new Set()
  let number = 0
  let failure
  const write = async () => {
    for (;;) {
      const own = ++number
      const begun = performance.now()
      await call(`spaces/${space}/content`, { changes: [changeOf(own)] })
      acknowledged.push({ number: own, begun, done: performance.now() })
      for (const look of waiting) look()
    }
  }
  const finished = Promise.all(
    Array.from({ length: clients }, () =>
      write().catch((error) => {
        failure ??= error
        for (const look of waiting) look()
      })
    )
  )
  const until = (more) =>
    new Promise((resolve, reject) => {
      const wanted = acknowledged.length + more
      const look = () => {
        if (acknowledged.length < wanted && failure === undefined) return
        waiting.delete(look)
        if (failure === undefined) resolve(performance.now())
        else reject(failure)
      }
      waiting.add(look)
    })
  return { space, acknowledged, until, finished }
}

/** The numbers of the writes that a workspace has, from an export; throws if a file has other bytes. */
export const readBack = async (space, folder, dataDir, env) => {
  await run(process.execPath, [program, "export", space, folder, "--data-dir", dataDir], dataDir, { env })
  const found = new Set()
  for (const path of readdirSync(folder, { recursive: true })) {
    const [, kind, number] = /(page|file)-(\d+)\.\w+$/.exec(path) ?? []
    if (kind === undefined) continue
    const expected = kind === "file" ? bytesOf(number) : `Text ${number}.\n`
    if (!readFileSync(join(folder, path), "utf8").endsWith(expected)) throw new Error(`${path} has other bytes`)
    found.add(Number(number))
  }
  return found
}
