import * as Lectern from "@lectern/core/Lectern"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { expect, it } from "vitest"

it("the condition of a page is refused as it always was, though its parser is loaded late", async () => {
  const lectern = await Lectern.open({ storage: MemoryStorage.open() })
  const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const { contentEdits, organizations, spaces } = lectern.as(ada.id)
  const organization = await organizations.create({ title: "Example" })
  const { id } = await spaces.create(organization.id, { title: "Handbook" })
  const outcome = (condition: string | null) =>
    contentEdits
      .apply(id, {
        changes: [
          { operation: "insert_page", title: "A" },
          { operation: "insert_page", title: "B", condition }
        ]
      })
      .then(
        () => "ok",
        (error) => `${error._tag}: ${error.message}`
      )
  expect(await outcome("visitor.claims.a")).toBe("ok")
  expect(await outcome(null)).toBe("ok")
  expect(await outcome("1 +")).toBe("Invalid: changes.1.condition: unexpected token, at line 1, column 4")
  expect(await outcome("")).toBe("Invalid: changes.1.condition: expected at least 1 character, got 0")
  await lectern.close()
})
