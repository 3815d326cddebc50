/** What a change of a text that is edited live costs, and what readers notice of people who type elsewhere. */
import { setTimeout } from "node:timers/promises"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as Effect from "effect/Effect"
import { clock, type Measure, type Row, ratioAtMost } from "../Harness.js"
import { startServer } from "../ServerProcess.js"
import { newWorkspace, within } from "../Workspace.js"

const pages = 20
const paragraph = "Some words of a page that several people write together, one of them after another.\n\n"
/** A page of 20 KB. */
const text = `# A page\n\n${paragraph.repeat(240)}`

/** A server with pages that can be edited live. */
const serving = Effect.gen(function* () {
  const workspace = yield* newWorkspace
  const made = yield* within(
    workspace,
    Effect.gen(function* () {
      const { id } = yield* Effect.flatMap(Spaces, (spaces) =>
        spaces.create(workspace.organization, { title: "Typed" })
      )
      const edits = yield* ContentEdits
      const { changes } = yield* edits.apply(id, {
        changes: Array.from({ length: pages }, (_, i) => ({
          operation: "insert_page" as const,
          title: `Page ${i}`,
          document: { markdown: text }
        }))
      })
      return { space: id, ids: changes.flatMap((change) => (change.object === "created_page" ? [change.page.id] : [])) }
    })
  )
  const { address, process } = yield* startServer("lectern", workspace.filename)
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${address}${path}`, {
      headers: { authorization: `Bearer ${workspace.token}`, "content-type": "application/json" },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  return { ask, process, ...made }
})

interface Live {
  readonly version: number
  readonly client: string
  readonly markdown: string
}

/** Somebody who types letters into a page, one after the other, until they stop. */
const typing = async (
  ask: (path: string, body?: unknown) => Promise<unknown>,
  path: string,
  goesOn: (typed: number) => boolean | Promise<boolean>
): Promise<void> => {
  let { version, client, markdown } = (await ask(path)) as Live
  let length = markdown.length
  for (let typed = 0; await goesOn(typed); typed++) {
    const updates = [{ changes: [length, [0, "x"]] }]
    version = ((await ask(path, { version, client, updates })) as Live).version
    length++
  }
}

const each = 100
const wholeWrites = 20

/** A letter that somebody types, compared with a write of the whole page: the processor time of the server. */
export const liveUpdate: Row = {
  name: "live-update",
  subject: "letter typed into a page of 20 KB, processor time",
  baseline: "write of the whole page",
  unit: "µs",
  target: ratioAtMost(0.1),
  onlyAsked: true,
  rounds: 5,
  prepare: Effect.gen(function* () {
    const { ask, ids, process, space } = yield* serving
    const processorTime = async (calls: number, work: () => Promise<unknown>) => {
      const stop = clock(process)
      await work()
      const { processor = 0 } = stop(calls)
      return { value: processor, processor }
    }
    const [written = "", ...typed] = ids
    let count = 0
    const subject: Measure = Effect.promise(() =>
      processorTime(each * typed.length, () =>
        Promise.all(typed.map((id) => typing(ask, `/v1/spaces/${space}/content/page/${id}/live`, (n) => n < each)))
      )
    )
    const baseline: Measure = Effect.promise(() =>
      processorTime(wholeWrites, async () => {
        for (let i = 0; i < wholeWrites; i++) {
          const document = { markdown: `${text}${count++}\n` }
          await ask(`/v1/spaces/${space}/content`, { changes: [{ operation: "update_page", page: written, document }] })
        }
      })
    )
    return { subject, baseline }
  })
}

const reads = 2_000
const readers = 8

/** Reads of pages and lists while twenty people type in other pages, five letters a second each. */
export const liveReaders: Row = {
  name: "live-readers",
  subject: "read of a page or list while 20 people type elsewhere",
  baseline: "while nobody types",
  unit: "µs",
  target: ratioAtMost(1 / 0.9),
  onlyAsked: true,
  rounds: 5,
  prepare: Effect.gen(function* () {
    const { ask, ids, space } = yield* serving
    const reading = async () => {
      const stop = clock()
      let left = reads
      const reader = async () => {
        while (left-- > 0) {
          await ask(
            left % 2 === 0
              ? `/v1/spaces/${space}/content/page/${ids[left % pages]}`
              : `/v1/spaces/${space}/content/pages`
          )
        }
      }
      await Promise.all(Array.from({ length: readers }, reader))
      return stop(reads)
    }
    const beside = async () => {
      let isOver = false
      const people = Array.from({ length: 20 }, (_, i) =>
        typing(ask, `/v1/spaces/${space}/content/page/${ids[i % pages]}/live`, async () => {
          await setTimeout(200)
          return !isOver
        })
      )
      const sample = await reading()
      isOver = true
      await Promise.all(people)
      return sample
    }
    return { subject: Effect.promise(beside), baseline: Effect.promise(reading) }
  })
}
