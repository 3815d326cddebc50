/** 10,000 random edits of words, and as many of cells, in every page of the manual: a tenth of them by keys. */
import { has } from "@lectern/storage-testing/needs"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { type EditorBrowser, editorBrowser, problemsOf } from "./support/editing.js"
import { editCells, editWords, odd } from "./support/edits.js"
import { everything, manual } from "./support/everything.js"

const it = test.runIf(has("a browser"))
let browser: EditorBrowser

beforeAll(async () => {
  if (has("a browser")) browser = await editorBrowser()
})
afterAll(() => browser?.close())

const seed = Number(process.env.LECTERN_SEED) || Date.now()

it.each([
  ["words", editWords],
  ["cells of tables", editCells]
])("changes only the bytes of %s that are edited", { timeout: 900_000 }, async (_name, edit) => {
  const editing = await browser.editing()
  expect(
    await edit(editing, { texts: { everything, ...manual, ...odd }, keys: 1000, transactions: 9000, seed })
  ).toEqual([])
  expect(problemsOf(editing)).toEqual([])
  await editing.close()
})
