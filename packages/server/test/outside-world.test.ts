import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { fetchBytes } from "@lectern/core/outbound/FetchedBytes"
import { Outbound } from "@lectern/core/outbound/Outbound"
import { Effect } from "effect"
import { parseSettings } from "../src/config/Settings.js"
import { outsideWorld } from "../src/workspace/OutsideWorld.js"

const server = Effect.acquireRelease(
  Effect.async<ReturnType<typeof createServer>>((resume) => {
    const made = createServer((_, response) => response.end("inside"))
    made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
  }),
  (made) => Effect.sync(() => made.close())
)

describe("what is allowed to be fetched", () => {
  it.scopedLive.each<[string, string]>([
    ["", "refused"],
    ["10.0.0.0/8", "refused"],
    ["10.0.0.0/8,127.0.0.0/8", "fetched"]
  ])("is what LECTERN_FETCH_ALLOW=%s says: this machine is %s", ([allow, expected]) =>
    Effect.gen(function* () {
      const settings = yield* parseSettings({}, { LECTERN_FETCH_ALLOW: allow })
      const { outbound } = outsideWorld(settings)
      if (outbound === undefined) return yield* Effect.dieMessage("nothing fetches")
      const url = `http://127.0.0.1:${((yield* server).address() as AddressInfo).port}/`
      const fetched = Effect.flatMap(Outbound, (port) => fetchBytes(port, { url, maxBytes: 100 })).pipe(
        Effect.match({ onFailure: ({ reason }) => reason, onSuccess: () => "fetched" }),
        Effect.provide(outbound)
      )
      expect(yield* fetched).toBe(expected)
    })
  )
})
