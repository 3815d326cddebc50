/** A specification whose server is killed while it is fetched. */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, it } from "vitest"
import { kill, until, withWorkplace } from "./Workplace.js"

const specification = JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} })

it("a fetch that was cut off is made again by the next server, and gives one version", () =>
  withWorkplace(async ({ start, startHere }) => {
    const waiting: Array<ServerResponse> = []
    let answers = false
    const source = createServer((_, response) => {
      if (answers) response.writeHead(200, { "content-type": "application/json" }).end(specification)
      else waiting.push(response)
    })
    await new Promise<void>((resolve) => source.listen(0, "127.0.0.1", resolve))
    try {
      const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/openapi.json`
      const first = await start()
      const organization = (await first.call("GET", "orgs")).body.items[0]?.id
      const path = `orgs/${organization}/openapi`
      expect((await first.call("POST", path, { slug: "pets", source: { url } })).status).toBe(201)
      await until(
        () => waiting.length,
        (count) => count === 1
      )
      expect((await first.call("GET", `${path}/pets`)).body.processingState).toBe("progress")
      await kill(first)

      answers = true
      const second = await startHere()
      const { body } = await until(
        () => second.call("GET", `${path}/pets`),
        (answer) => answer.body.processingState === "complete"
      )
      expect(body).not.toHaveProperty("lastProcessErrorCode")
      const versions = (await second.call("GET", `${path}/pets/versions`)).body.items
      expect(versions.map(({ id }) => id)).toEqual([body.lastVersion])
    } finally {
      source.close()
      source.closeAllConnections()
    }
  }))
