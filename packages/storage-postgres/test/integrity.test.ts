/** A repair finds every index that is missing or that PostgreSQL does not use, and makes it again. */
import { open } from "@lectern/core/Lectern"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { repair } from "../src/PostgresRepair.js"
import * as PostgresStorage from "../src/PostgresStorage.js"
import { createDatabase, execute } from "./server.js"

/** The indexes that belong to no key of a table, and whether they are valid. */
const indexes = `
  select c.relname, i.indisvalid from pg_index as i join pg_class as c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and not i.indisprimary
    and not exists (select 1 from pg_constraint where conindid = i.indexrelid)
  order by 1`

it("each index that is lost or not valid is found and made again", { timeout: 120_000 }, async () => {
  const url = await createDatabase()
  const lectern = await open({ storage: PostgresStorage.open({ url, connections: 2 }) })
  await lectern.close()
  const repaired = async () => {
    const { repaired: made } = await Effect.runPromise(repair(url))
    return made.filter(({ problem }) => problem.startsWith("it has no valid index ")).length
  }
  expect(await repaired()).toBe(0)
  const before = await execute(url, indexes)
  expect(before.length).toBeGreaterThan(100)
  for (const [at, [name]] of before.entries()) {
    const lost = `drop index "${name}"`
    const unused = `update pg_index set indisvalid = false where indexrelid = '"${name}"'::regclass`
    await execute(url, at % 2 === 0 ? lost : unused)
  }
  expect(await repaired()).toBe(before.length)
  expect(await execute(url, indexes)).toEqual(before)
})
