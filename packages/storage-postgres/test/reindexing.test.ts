/** The migration that has search read every page again: whatever was in its index, all is found afterwards. */
import { open } from "@lectern/core/Lectern"
import { expect, it } from "vitest"
import * as PostgresStorage from "../src/PostgresStorage.js"
import { createDatabase, execute } from "./server.js"

it("a database whose index has other words is indexed again, space by space", { timeout: 60_000 }, async () => {
  const url = await createDatabase()
  /** The tables of the last migrations. */
  const later = [
    "idempotency_keys",
    "webhooks",
    "webhook_lanes",
    "webhook_deliveries",
    "live_texts",
    "live_updates",
    "live_presence",
    "named_revisions",
    "viewed_changes"
  ]

  const opened = () => open({ storage: PostgresStorage.open({ url, connections: 2 }) })
  const first = await opened()
  const { id: user } = await first.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const ada = first.as(user)
  const { id: organization } = await ada.organizations.create({ title: "Acme" })
  const sizes = [70, 1, 0]
  const spaces = await Promise.all(
    sizes.map(async (size, at) => {
      const { id } = await ada.spaces.create(organization, { title: `Space ${at}` })
      const changes = Array.from({ length: size }, (_, page) => ({
        operation: "insert_page" as const,
        title: `Page ${page}`,
        document: { markdown: "AT&T in ٢٠٢٤\n" }
      }))
      for (let from = 0; from < size; from += 50) {
        await ada.contentEdits.apply(id, { changes: changes.slice(from, from + 50) })
      }
      return id
    })
  )
  const counts = (lectern: typeof first) =>
    Promise.all(
      ["att", "2024", "page", "stale"].map((query) =>
        Promise.all(spaces.map(async (space) => (await lectern.as(user).search.space(space, { query })).count))
      )
    )
  const expected = [sizes, sizes, sizes, [0, 0, 0]]
  expect(await counts(first)).toEqual(expected)
  await first.close()
  await execute(url, `drop table events, ${later.join(", ")}`)
  await execute(url, "delete from schema_migrations where migration_id > 6")
  await execute(url, "update search_postings set token = 'stale' where token = 'att'")
  await execute(url, "delete from search_postings where token = '2024'")
  const second = await opened()
  expect(await counts(second)).toEqual(expected)
  expect(await execute(url, "select count(*)::int from pending_index")).toEqual([[0]])
  await second.close()
})
