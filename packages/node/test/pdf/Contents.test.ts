/** The table of contents of a PDF. */

import { contentsOf } from "@lectern/node/pdf/Contents"
import { expect, it } from "vitest"

it("calls a page by its label, if it has one", () => {
  const page = { depth: 0, type: "document", children: [] } as const
  const pages = [
    { ...page, place: "a", title: "The whole story", label: "Story" },
    { ...page, place: "b", title: "End" }
  ]
  const titles = contentsOf(pages, 1).map(({ title }) => title)
  expect(titles).toEqual([[{ type: "text", text: "Story" }], [{ type: "text", text: "End" }]])
})
