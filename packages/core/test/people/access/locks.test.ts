/** The locks of each member of each service, called by an administrator. Everything that it writes lies under them. */
import { DrainsInBackground } from "@lectern/core/content/indexing/Indexing"
import * as Lectern from "@lectern/core/Lectern"
import { compareLocks } from "@lectern/core/storage/Locks"
import { Storage } from "@lectern/core/storage/Storage"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { checkingLocks, type Locked } from "@lectern/storage-testing/locks"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { everyCall } from "./everyCall.js"
import { resources } from "./resources.js"
import type { Rows } from "./rows.js"

let lectern: Lectern.Lectern
let workspace: Lectern.Workspace
let rows: Rows
let handle: MemoryStorage.MemoryStorageHandle
const ended: Array<Locked> = []

beforeAll(async () => {
  handle = MemoryStorage.open()
  const checked = Layer.effect(
    Storage,
    Effect.map(Storage, (storage) => checkingLocks(storage, (held) => ended.push(held)))
  )
  // It writes only when it is called.
  const unattended = Layer.succeed(DrainsInBackground, false)
  lectern = await Lectern.open({
    storage: { layer: Layer.merge(Layer.provideMerge(checked, handle.layer), unattended) }
  })
  const made = await everyCall(lectern)
  rows = made.rows
  workspace = lectern.as(made.admin)
})

afterAll(() => lectern.close())

const locksOfCalls = Object.fromEntries(
  resources.flatMap(({ locks = {} }) =>
    Object.entries(locks).flatMap(([service, members]) =>
      Object.entries(members).map(([member, kinds]) => [`${service}.${member}`, kinds] as const)
    )
  )
)

const shown = (held: Locked): string => (held === "everything" ? held : held.map(({ kind }) => kind).join(" + "))

/** Waits for the job of an import, which is part of the observed calls. */
const importEnded = async (answer: unknown): Promise<void> => {
  const { id } = answer as { readonly id: string }
  while (["pending", "running"].includes((await workspace.imports.get(id)).status)) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Waits until the job of a specification has read its source, which is part of the observed calls. */
const sourceRead = async (): Promise<void> => {
  while (!ended.some((held) => held !== "everything" && held.some(({ kind }) => kind === "claim"))) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** What is waited for after a call. */
const after: Readonly<Record<string, (answer: unknown) => Promise<void>>> = {
  "imports.start": importEnded,
  "openAPISpecs.create": sourceRead,
  "openAPISpecs.put": sourceRead
}

/** Restores everything, once no transaction is running. */
const putBack = async (snapshot: MemoryStorage.Snapshot): Promise<void> => {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve))
    try {
      return handle.reset(snapshot)
    } catch {}
  }
}

it("every member of every service locks what the table says, in order", async () => {
  const found: Record<string, string> = {}
  const defects: Array<string> = []
  for (const [name, members] of Object.entries(rows)) {
    for (const [member, { args }] of Object.entries(members)) {
      const before = handle.snapshot()
      const call: unknown = Reflect.get(Reflect.get(workspace, name), member)
      ended.length = 0
      await Promise.resolve<unknown>(typeof call === "function" ? Reflect.apply(call, undefined, args) : call)
        .then((answer) => after[`${name}.${member}`]?.(answer))
        .catch((error: unknown) => {
          if (String(error).includes("lock")) defects.push(`${name}.${member}: ${String(error)}`)
        })
      for (const held of ended) {
        if (held === "everything") continue
        expect([...held].sort(compareLocks)).toEqual(held)
      }
      const locked = [...new Set(ended.map(shown))].sort().join("; ")
      if (locked !== "") found[`${name}.${member}`] = locked
      await putBack(before)
    }
  }
  expect(defects).toEqual([])
  expect(found).toEqual(locksOfCalls)
})
