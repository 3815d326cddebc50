/** Many files with the same name, as screenshots have: each gets a name of its own, in time linear in their number. */
import { FileId } from "@lectern/core/content/files/FileId"
import { expect, it } from "vitest"
import { idForm } from "../../../src/content/git-layout/Spelling.js"
import { layoutPaths } from "../../../src/content/git-layout/WritePaths.js"

it("are numbered, however many there are", () => {
  const count = 30_000
  const files = Array.from({ length: count }, (_, at) => ({ id: FileId.make(`f${at}`), name: "image.png", bytes: "" }))
  const { paths } = layoutPaths({ pages: [], files, reusableContents: [], variables: {}, redirects: {} }, new Set())
  expect(new Set(paths.values()).size).toBe(count)
  expect(paths.get(idForm("file", "f0"))).toBe(".gitbook/assets/image.png")
  expect(paths.get(idForm("file", `f${count - 1}`))).toBe(`.gitbook/assets/image (${count - 1}).png`)
})
