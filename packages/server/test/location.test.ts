import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { manual, manualOf } from "../src/Location.js"
import { root } from "./docs/blocks.js"
import { putFiles, temporaryFolder } from "./program.js"

const [folder, remove] = temporaryFolder()
afterAll(remove)

it("finds the manual beside the packages of a checkout, and inside an installed package", () => {
  expect(manual).toBe(join(root, "docs"))
  const installed = join(folder, "node_modules/@lectern/server")
  expect(manualOf(installed)).toBeUndefined()
  // A folder of that name that belongs to another user, where the checkout would have the manual.
  putFiles(folder, { "node_modules/docs/README.md": "# Docs" })
  expect(manualOf(installed)).toBeUndefined()
  putFiles(installed, { "docs/SUMMARY.md": "# Table of contents\n" })
  expect(manualOf(installed)).toBe(join(installed, "docs"))
})
