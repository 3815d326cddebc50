/**
 * The plans of statements in a new database, which the server has not analyzed yet: as it does not know how large a
 * table is, some plans that read a whole space seem to cost as little as plans that read a few rows.
 */
import { expect, it } from "@effect/vitest"
import * as Lectern from "@lectern/core/Lectern"
import { Effect } from "effect"
import { session } from "../src/PostgresPool.js"
import * as PostgresStorage from "../src/PostgresStorage.js"
import { connected, createDatabase } from "./server.js"
import { onTheWire } from "./wire.js"

/** Edits, a merge, and searches for words that are right, mistyped and incomplete, in two spaces. */
const work = async (url: string): Promise<void> => {
  const lectern = await Lectern.open({ storage: PostgresStorage.open({ url, connections: 2 }) })
  const { id } = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const { changeRequests, contentEdits, contents, organizations, search, spaces } = lectern.as(id)
  const organization = await organizations.create({ title: "Example" })
  const guide = (text: string) => ({ markdown: `# Guide\n\nBegin.\n\n## Install\n\n${text}\n` })
  for (const title of ["First", "Second"]) {
    const space = (await spaces.create(organization.id, { title })).id
    const pages = ["One", "Two", "Three"].map((title) => ({
      operation: "insert_page" as const,
      title,
      document: guide(`The ${title} text about databases.`)
    }))
    await contentEdits.apply(space, { changes: pages })
    const page = (await contents.pages(space)).pages[0]!.id
    const edit = (text: string) => ({ changes: [{ operation: "update_page" as const, page, document: guide(text) }] })
    await contentEdits.apply(space, edit("Another text about databases."))
    const request = (await changeRequests.create(space, {})).id
    await contentEdits.apply(space, edit("A third text."), { changeRequest: request })
    await changeRequests.merge(space, request)
    await contentEdits.apply(space, { changes: [{ operation: "delete_page", page }] })
    for (const query of ["databases", "datbases text", '"about data', "ins"]) await search.space(space, { query })
  }
  await search.organization(organization.id, { query: "databases install" })
  await lectern.close()
}

/** How many parameters a statement has. */
const parametersOf = (text: string): number => Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)))

it.effect("no statement reads more of a table than what it asks for", () =>
  Effect.gen(function* () {
    const texts = new Set<string>()
    const url = yield* Effect.promise(() => createDatabase())
    yield* Effect.scoped(
      Effect.zipRight(
        onTheWire((text) => texts.add(text)),
        Effect.promise(() => work(url))
      )
    )
    const statements = [...texts].filter((text) => parametersOf(text) > 0)
    expect(statements.length).toBeGreaterThan(30)
    const another = yield* Effect.promise(() => createDatabase())
    const unfit = yield* Effect.promise(() =>
      connected(another, async (run) => {
        for (const setting of session) await run(`set ${setting}`)
        const found: Array<string> = []
        for (const [i, text] of statements.entries()) {
          await run(`prepare p${i} as ${text}`)
          const nulls = Array.from({ length: parametersOf(text) }, () => "null").join(", ")
          const plan = (await run(`explain execute p${i} (${nulls})`)).flat().join("\n")
          if (/Join Filter|Materialize|Seq Scan/.test(plan)) found.push(`${text}\n${plan}`)
        }
        return found
      })
    )
    expect(unfit).toEqual([])
  })
)
