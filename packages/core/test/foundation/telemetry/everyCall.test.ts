/** Every call of a promise user is a span of its name, whichever service it is of. */
import * as Instrumentation from "@lectern/core/engine/telemetry/Instrumentation"
import * as Lectern from "@lectern/core/Lectern"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Layer } from "effect"
import { expect, it } from "vitest"
import { keepSpans } from "../../../../testing/src/Spans.js"
import { everyCall } from "../../people/access/everyCall.js"

it("is a span of its name", async () => {
  const { layer, spans } = keepSpans()
  const handle = MemoryStorage.open()
  const telemetry = Layer.merge(Instrumentation.layer, layer)
  const lectern = await Lectern.open({ storage: handle, telemetry })
  const { admin, rows } = await everyCall(lectern)
  const workspace = lectern.as(admin)
  const missing: Array<string> = []
  let count = 0
  for (const [service, members] of Object.entries(rows)) {
    for (const [member, { args }] of Object.entries(members)) {
      spans.length = 0
      const call: unknown = Reflect.get(Reflect.get(workspace, service), member)
      const done: unknown = typeof call === "function" ? Reflect.apply(call, undefined, args) : call
      await Promise.resolve(done).catch(() => {})
      count++
      if (!spans.some(({ name }) => name === `${service}.${member}`)) missing.push(`${service}.${member}`)
    }
  }
  expect(missing).toEqual([])
  expect(count).toBeGreaterThan(200)
  await lectern.close()
})
