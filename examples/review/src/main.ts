/** A change request from its first edit to its merge, and back. Prints what `expected.txt` shows. */

import type { Change } from "@lectern/core/comparison/Change"
import type { ContentChange } from "@lectern/core/content/ContentChange"
import type { Page } from "@lectern/core/content/Page"
import * as Lectern from "@lectern/core/Lectern"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"

const lectern = await Lectern.open({ storage: MemoryStorage.open() })

const system = lectern.asSystem()
const ada = await system.users.create({ displayName: "Ada", email: "ada@example.com" })
const bob = await system.users.create({ displayName: "Bob", email: "bob@example.com" })
const asAda = lectern.as(ada.id)
const asBob = lectern.as(bob.id)
const organization = await asAda.organizations.create({ title: "Example" })
await system.members.add(organization.id, bob.id, "edit")
const space = (await asAda.spaces.create(organization.id, { title: "Handbook" })).id

const say = (line: string): void => console.log(`\n${line}`)
const show = (...lines: ReadonlyArray<string>): void => {
  for (const line of lines.flatMap((each) => each.trimEnd().split("\n"))) console.log(line === "" ? "" : `  ${line}`)
}

const outline = (pages: ReadonlyArray<Page>): ReadonlyArray<string> =>
  pages.flatMap((page) => ("pages" in page ? [page.path, ...outline(page.pages)] : []))

/** A change in one line, and a line for each block of the text that differs. */
const describe = (change: Change): ReadonlyArray<string> => {
  if (!("page" in change)) return [change.type]
  const line = `${change.type} ${change.page.path}`
  if (change.type === "page_moved") return [`${line} (now in ${change.parent.after?.path ?? "the root"})`]
  if (change.type !== "page_edited") return [line]
  const blocks = (change.blocks ?? []).flatMap((block) => {
    if (block.kind === "changed") return [`- ${block.before}`, `+ ${block.after}`]
    return [`${block.kind === "added" ? "+" : "-"} ${block.text}`]
  })
  return [`${line}: ${Object.keys(change.attributes).join(", ")}`, ...blocks.map((text) => `    ${text}`)]
}

const page = async (path: string) => {
  const found = await asAda.contents.pageByPath(space, path)
  return found.type === "document" ? { id: found.id, markdown: found.markdown ?? "" } : { id: found.id, markdown: "" }
}
const rewrite = async (path: string, from: string, to: string): Promise<ContentChange> => {
  const { id, markdown } = await page(path)
  return { operation: "update_page", page: id, document: { markdown: markdown.replace(from, to) } }
}

say("Ada writes a handbook of ten pages.")
const titles = ["Welcome", "Getting started", "Hours", "Holidays", "Expenses", "Travel", "Security", "Devices", "Tools"]
const start = "# Getting started\n\nAsk Bob for a laptop.\n\nRead the rules.\n\nHave lunch at noon.\n"
const text = (title: string): string =>
  title === "Getting started" ? start : `# ${title}\n\nAll there is to know about ${title.toLowerCase()}.\n`
await asAda.contentEdits.apply(space, {
  changes: [
    ...titles.map((title): ContentChange => ({ operation: "insert_page", title, document: { markdown: text(title) } })),
    { operation: "insert_page", title: "Goodbye", document: { markdown: text("Goodbye") } }
  ]
})
show(...outline((await asAda.contents.pages(space)).pages))

say("Bob opens a change request and edits in it.")
const request = await asBob.changeRequests.create(space, { subject: "A friendlier first day" })
const changeRequest = { changeRequest: request.id }
const travel = await page("travel")
const expenses = await page("expenses")
await asBob.contentEdits.apply(
  space,
  {
    changes: [
      await rewrite("getting-started", "Ask Bob for a laptop.", "Your laptop is on your desk."),
      await rewrite("welcome", "All there is to know about welcome.", "Good that you are here!"),
      { operation: "update_page", page: travel.id, into: expenses.id },
      { operation: "insert_page", title: "First day", document: { markdown: "# First day\n\nTake it easy.\n" } }
    ]
  },
  changeRequest
)
await asBob.changeRequests.update(space, request.id, { status: "open" })
show(...(await asBob.changeRequests.changes(space, request.id)).changes.flatMap(describe))

say("Meanwhile Ada edits the handbook itself: two paragraphs of a page that Bob has edited too.")
await asAda.contentEdits.apply(space, { changes: [await rewrite("getting-started", "at noon", "at one")] })
const { revision: adas } = await asAda.contentEdits.apply(space, {
  changes: [await rewrite("getting-started", "Ask Bob", "Ask Eve")]
})
show(...(await asAda.revisions.compare(space, request.revisionInitial, adas)).changes.flatMap(describe))

say("Bob asks Ada for a review. She finds a conflict; merging would change nothing.")
await asBob.reviews.request(space, request.id, { users: [ada.id] })
const { conflicts } = await asAda.changeRequests.changes(space, request.id)
for (const { base, main, path, request: theirs, where } of conflicts) {
  show(`${path}, ${where}`, `  base:    ${base}`, `  main:    ${main}`, `  request: ${theirs}`)
}
show(`merge: ${(await asAda.changeRequests.merge(space, request.id)).result}`)

say("Bob resolves it with words of his own, and brings the rest of main in.")
const resolved = await asBob.changeRequests.resolve(space, request.id, {
  resolutions: conflicts.map(({ item, where }) => ({ item, where, text: "Eve has put a laptop on your desk." }))
})
show(`update: ${resolved.result}`)
const both = await asBob.contents.pageByPath(space, "getting-started", changeRequest)
if (both.type === "document") show(both.markdown ?? "")

say("Ada approves and merges.")
const review = await asAda.reviews.submit(space, request.id, { status: "approved" })
show(`review: ${review.status} by ${review.reviewer.displayName}`)
const merged = await asAda.changeRequests.merge(space, request.id)
show(`merge: ${merged.result}`)
const { changes, mergedFrom } = await asAda.revisions.changes(space, merged.revision)
show(`the revision merged number ${mergedFrom?.number}, "${mergedFrom?.subject}":`)
show(...changes.flatMap(describe))
show("", ...outline((await asAda.contents.pages(space)).pages))

say("On second thoughts, Ada goes back to what was there before the merge.")
await asAda.revisions.rollback(space, adas)
const current = await asAda.contents.current(space)
show(`revision: ${current.type}`, "", ...outline(current.pages))
const differing = await asAda.revisions.compare(space, adas, current.id)
show("", `differences: ${differing.changes.length}`)

await lectern.close()
