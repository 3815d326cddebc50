/** A change request with changes, as tests of its review need it. */
import { world } from "./inMemory.js"
import { call, makeSpace, type Person } from "./world.js"

/** A text of some paragraphs, of which some have changed. */
export const paragraphs = (count: number, ...changed: ReadonlyArray<number>): string =>
  Array.from({ length: count }, (_, index) => `Line ${index}${changed.includes(index) ? ", changed" : ""}.\n`).join(
    "\n"
  )

/** A change request of Alan's that changes two pages, as far as reviews need it. */
export const requested = async (title: string) => {
  const space = await makeSpace(world, title, [
    { title: "Guide", markdown: paragraphs(60) },
    { title: "Other", markdown: "Other.\n" },
    { title: "Third", markdown: "Third.\n" }
  ])
  const main = `/spaces/${space.id}`
  const { id } = await call<{ id: string }>(world, world.alan, "POST", `${main}/change-requests`, { subject: title })
  const line = `${main}/change-requests/${id}`
  const rewrite = (person: Person, page: string, markdown: string, at = line) =>
    call(world, person, "POST", `${at}/content`, {
      changes: [{ operation: "update_page", page: space.pages[page], document: { markdown } }]
    })
  await rewrite(world.alan, "Guide", paragraphs(60, 30))
  await rewrite(world.alan, "Other", "Another.\n")
  await call(world, world.alan, "PATCH", line, { status: "open" })
  return { space, main, line, rewrite, path: `/app/s/${space.id}/~/changes/${id}/~/review` }
}
