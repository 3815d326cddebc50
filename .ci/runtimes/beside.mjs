/**
 * Measures a workspace over each of two libraries of SQLite in one process, in turns. Arguments: two projects that resolve
 * different ones. Prints, for each call, the median times in microseconds, and the first divided by the second.
 */
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const pages = 200
const rounds = 11

/** A workspace with a hundred spaces, and calls on it: how many of each a round makes, and what comes before each. */
const callsOf = async (project) => {
  const { resolve } = createRequire(join(project, "package.json"))
  const load = (name) => import(pathToFileURL(resolve(name)).href)
  const Lectern = await load("@lectern/core")
  const SqliteStorage = await load("@lectern/storage-sqlite")
  const lectern = await Lectern.open({ storage: SqliteStorage.open({ filename: join(project, "beside.db") }) })
  const { id } = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const { contentEdits, contents, organizations, search, spaces } = lectern.as(id)
  const organization = (await organizations.create({ title: "Example" })).id
  const made = []
  for (let i = 0; i < 100; i++) made.push((await spaces.create(organization, { title: `Space ${i}` })).id)
  const [space] = made
  const markdown = (i) => `# Page ${i}\n\n${`Words of page ${i}, and a number: ${i % 37}. `.repeat(20)}\n`
  for (let from = 0; from < pages; from += 50) {
    await contentEdits.apply(space, {
      changes: Array.from({ length: 50 }, (_, i) => ({
        operation: "insert_page",
        document: { markdown: markdown(from + i) }
      }))
    })
  }
  const ids = (await contents.pages(space)).pages.map((page) => page.id)
  let edits = 0
  const edit = () => {
    edits++
    const page = ids[(edits * 7) % pages]
    const document = { markdown: markdown(edits) }
    return contentEdits.apply(space, { changes: [{ operation: "update_page", page, document }] })
  }
  await search.space(space, { query: "number" })
  const nothing = () => {}
  return {
    close: () => lectern.close(),
    calls: {
      get: { count: 2_000, before: nothing, call: (i) => spaces.get(made[(i * 7) % 100]) },
      // After an edit, rows that were read before are read again.
      list: { count: 60, before: edit, call: () => spaces.list(organization, { limit: 100 }) },
      edit: { count: 60, before: nothing, call: edit },
      search: {
        count: 60,
        before: async () => {
          await edit()
          await search.space(space, { query: "number" })
        },
        call: (i) => search.space(space, { query: `page ${(i * 13) % pages} numb` })
      }
    }
  }
}

/** The time of a call in microseconds, on average. */
const timeOf = async ({ before, call, count }, round) => {
  let time = 0
  for (let i = 0; i < count; i++) {
    await before()
    const started = performance.now()
    await call(i + round)
    time += performance.now() - started
  }
  return (time * 1_000) / count
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

const both = []
for (const project of process.argv.slice(2)) both.push(await callsOf(project))
for (const name of Object.keys(both[0].calls)) {
  const times = [[], []]
  for (let round = 0; round < rounds; round++) {
    for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
      times[which].push(await timeOf(both[which].calls[name], round))
    }
  }
  const [first, second] = times.map((each) => median(each.slice(1)))
  console.log(`${name} ${first.toFixed(1)} ${second.toFixed(1)} ${(first / second).toFixed(2)}`)
}
for (const { close } of both) await close()
