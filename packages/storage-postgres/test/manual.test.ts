import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { createDatabase, execute } from "./server.js"

const page = readFileSync(fileURLToPath(new URL("../../../docs/postgresql.md", import.meta.url)), "utf8")
const blocks = [...page.matchAll(/^```sql\n(.*?)^```$/gms)].map(([, text = ""]) => text)

it("PostgreSQL takes the statements of the manual, one after the other", async () => {
  const url = await createDatabase("nothing")
  const name = `manual_${process.pid}`
  const statements = blocks.flatMap((block) => block.split(/;\s*\n/).filter((each) => each.trim() !== ""))
  expect(statements.length).toBeGreaterThan(3)
  // The server is shared, so the role and the database get a name of this test.
  for (const statement of statements) await execute(url, statement.replaceAll("lectern", name))
  await execute(url, `drop database ${name}`)
  await execute(url, `drop role ${name}`)
})
