/** Runs the program of an installed server. */
import { ok } from "node:assert/strict"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"

/** Starts the program in a folder, passes its URL to a function, and stops it. */
export const served = async (command, args, cwd, use) => {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, LECTERN_PORT: "0" },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  try {
    const base = await new Promise((resolve, reject) => {
      const look = (chunk) => {
        output += chunk
        const found = /http:\/\/[^\s/]+:\d+/.exec(output)
        if (found !== null && /curl/.test(output)) resolve(found[0])
      }
      child.stdout.on("data", look)
      child.stderr.on("data", look)
      child.on("close", () => reject(new Error(`the server ended\n${output}`)))
      setTimeout(() => reject(new Error(`the server does not start\n${output}`)), 60_000).unref()
    })
    await use(base)
  } finally {
    const ended = new Promise((resolve) => child.once("close", resolve))
    if (child.exitCode === null) process.kill(-child.pid, "SIGTERM")
    await ended
  }
}

/** Finds the manual in the first space of a server with its data in a folder. */
export const manual = (data) => async (base) => {
  const token = readFileSync(join(data, "admin-token"), "utf8").trim()
  const get = async (path) => {
    const answer = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } })
    ok(answer.ok, `${path}: ${answer.status}`)
    return answer.json()
  }
  const [organization] = (await get("/v1/orgs")).items
  const [space] = (await get(`/v1/orgs/${organization.id}/spaces`)).items
  const page = await get(`/v1/spaces/${space.id}/content/path/quick-start`)
  ok(page.markdown.includes("npm start"), "the manual is not in the first space")
}
