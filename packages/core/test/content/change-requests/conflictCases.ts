/** A case for each row of the tables of `docs/merging.md` whose outcome is a conflict, and both sides of it. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { ItemValue } from "@lectern/core/content/items/Item"
import { PageId } from "@lectern/core/content/Page"
import { Effect } from "effect"
import { expect } from "vitest"
import { file, keyed, type Lines, reusable } from "./lines.js"

const tablesOf = (markdown: string): ReadonlyArray<ReadonlyArray<ReadonlyArray<string>>> => {
  const tables: Array<Array<ReadonlyArray<string>>> = []
  let isIn = false
  for (const line of markdown.split("\n")) {
    if (line.startsWith("| ") && !isIn) tables.push([])
    isIn = line.startsWith("| ")
    if (isIn && !line.startsWith("| ---"))
      tables.at(-1)?.push(
        line
          .slice(1, -1)
          .split(" | ")
          .map((cell) => cell.trim())
      )
  }
  return tables
}

const tables = tablesOf(readFileSync(join(import.meta.dirname, "../../../../../docs/merging.md"), "utf8"))

/** The rows of the tables of outcomes whose outcome is a conflict, each as its cells before the outcome. */
export const conflicts = tables
  .filter(([head]) => head?.at(-1) === "outcome")
  .flatMap((table) => table.filter((cells) => /^conflict|: conflict/.test(cells.at(-1) ?? "")))
  .map((cells) => cells.slice(0, -1).join(" | "))

/** The rows of the table of what each side makes of a conflict of a place. */
export const places =
  tables
    .find(([head]) => head?.[0] === "conflict `place`")
    ?.slice(1)
    .map(([name = ""]) => name) ?? []

type Use = Effect.Effect<
  unknown,
  Effect.Effect.Error<ReturnType<Lines["edit"]>>,
  Effect.Effect.Context<ReturnType<Lines["edit"]>>
>

interface World extends Lines {
  readonly id: Parameters<Lines["edit"]>[1] & string
  readonly page: (title: string) => PageId
}

/** What both sides do, in this order: first the base, then the request, then main. */
interface Case {
  readonly base?: (world: World) => Use
  readonly main: (world: World) => Use
  readonly request: (world: World) => Use
  /** The part that was in conflict, as it is after a merge by each side. */
  readonly after?: Readonly<Record<"main" | "request", (world: World) => Use>>
}

type Fields = Record<string, unknown>

const edit =
  (title: string, fields: (world: World) => Fields, line?: "line") =>
  (world: World): Use =>
    world.edit({ operation: "update_page", page: world.page(title), ...fields(world) }, line && world.id)

/** Both sides change the page `a` in a text that begins with this. */
const inText = (base: string, main: string, request: string): Case => {
  const rewrite = (markdown: string, line?: "line") => edit("a", () => ({ document: { markdown } }), line)
  const is = (markdown: string) => (world: World) =>
    Effect.map(world.shape(), (shape) => expect(shape.get(world.page("a"))?.get("text")).toBe(markdown))
  return {
    base: rewrite(base),
    main: rewrite(main),
    request: rewrite(request, "line"),
    after: { main: is(main), request: is(request) }
  }
}

const into = (title: string, place: string | null, line?: "line") =>
  edit(title, ({ page }) => ({ into: place === null ? null : page(place) }), line)

const remove =
  (title: string, line?: "line") =>
  (world: World): Use =>
    world.edit({ operation: "delete_page", page: world.page(title) }, line && world.id)

const insert =
  (title: string, above: string, line?: "line") =>
  (world: World): Use =>
    world.edit({ operation: "insert_page", title, into: world.page(above) }, line && world.id)

const titlesIn = (world: World, parent: string) =>
  Effect.map(world.shape(), (shape) =>
    [...shape.values()].flatMap((things) =>
      things.get("place") === (parent === "" ? "" : world.page(parent)) ? [String(things.get("title"))] : []
    )
  )

const isIn = (title: string, parent: string) => (world: World) =>
  Effect.map(titlesIn(world, parent), (titles) => expect(titles).toContain(title))

const isGone = (title: string) => (world: World) =>
  Effect.map(world.shape(), (shape) => expect(shape.has(world.page(title))).toBe(false))

const both =
  (...checks: ReadonlyArray<(world: World) => Use>) =>
  (world: World): Use =>
    Effect.forEach(checks, (check) => check(world))

const fence = (line: string): string => `~~~js\n${line}\n~~~\n`
const table = "| a | b |\n| --- | --- |\n| 1 | 2 |\n"

/** How each row is made. */
export const cases: Readonly<Record<string, Case>> = {
  "deletes | edits or moves": {
    main: remove("a"),
    request: edit("a", () => ({ title: "Edited" }), "line"),
    after: { main: isGone("a"), request: isIn("Edited", "") }
  },
  "deletes a page | puts a page into it": {
    main: remove("c"),
    request: into("a", "c", "line"),
    after: { main: isIn("a", ""), request: isIn("a", "") }
  },
  "puts a page into one | deletes that one": {
    main: insert("New", "c"),
    request: remove("c", "line"),
    after: { main: isIn("New", "c"), request: both(isGone("c"), isIn("New", "")) }
  },
  "moves to one page | moves to another": {
    main: into("a", "b"),
    request: into("a", "c", "line"),
    after: { main: isIn("a", "b"), request: isIn("a", "c") }
  },
  "moves A into B | moves B into A": {
    main: into("a", "b"),
    request: into("b", "a", "line"),
    after: { main: both(isIn("a", "b"), isIn("b", "")), request: both(isIn("a", "b"), isIn("b", "")) }
  },
  "title, icon, … | the same field, differently": {
    main: edit("a", () => ({ description: "of main" })),
    request: edit("a", () => ({ description: "of the request" }), "line")
  },
  "variables of the space, redirects | the same": {
    base: ({ put }) => put("variables", keyed("variables", { a: "0" })),
    main: ({ put }) => put("variables", keyed("variables", { a: "1" })),
    request: ({ id, put }) => put("variables", keyed("variables", { a: "2" }), id)
  },
  "bytes of a file | bytes of the file": {
    base: ({ put }) => put("file", file("file", "file.txt")),
    main: ({ put }) => put("file", { ...file("file", "file.txt"), hash: "01" } as ReturnType<typeof file>),
    request: ({ id, put }) => put("file", { ...file("file", "file.txt"), hash: "02" } as ReturnType<typeof file>, id)
  },
  "`the fox.` | `the cat.` | `the dog.`": inText("the fox.\n", "the cat.\n", "the dog.\n"),
  "`the fox.` | `the fox!` | `the dog.`": inText("the fox.\n", "the fox!\n", "the dog.\n"),
  "a line of code | edits it | edits another word of it": inText(fence("a b c"), fence("x b c"), fence("a b y")),
  "a paragraph | edits it, adds one right after it | edits it": inText(
    "one\n\nlast\n",
    "main\n\nadded\n\nlast\n",
    "request\n\nlast\n"
  ),
  "a paragraph | deletes it | edits it": inText("one\n\ntwo\n\nthree\n", "one\n\nthree\n", "one\n\nother\n\nthree\n"),
  " | inserts a block | inserts another there": inText(
    "one\n\ntwo\n",
    "one\n\nmain\n\ntwo\n",
    "one\n\nrequest\n\ntwo\n"
  ),
  "a paragraph | adds one right after it | edits it, adds another right after it": inText(
    "one\n\nlast\n",
    "one\n\nof main\n\nlast\n",
    "other\n\nof the request\n\nlast\n"
  ),
  "an item, a row, a line of code, a tab | adds one after it | edits it, adds another after it": inText(
    "- one\n- last\n",
    "- one\n- of main\n- last\n",
    "- other\n- of the request\n- last\n"
  ),
  " | defines the footnote `[^1]` | defines `[^1]` in another place": inText(
    "one [^1]\n\ntwo\n\nthree\n",
    "one [^1]\n\n[^1]: main\n\ntwo\n\nthree\n",
    "one [^1]\n\ntwo\n\nthree\n\n[^1]: request\n"
  ),
  "a table | turns it into a list | adds a row": inText(table, "- a\n- b\n", `${table}| 3 | 4 |\n`),
  "a table | removes a column | adds a whole row": inText(table, "| a |\n| --- |\n| 1 |\n", `${table}| 3 | 4 |\n`),
  "`icon: a` | `icon: b` | `icon: c`": inText(
    "---\nicon: a\n---\n\ntext\n",
    "---\nicon: b\n---\n\ntext\n",
    "---\nicon: c\n---\n\ntext\n"
  )
}

const put =
  (id: string, value: ItemValue | undefined, line?: "line") =>
  (world: World): Use =>
    world.put(id, value, line && world.id)

/** Cases that the tables do not tell apart: the other kinds of items, and what they say with the sides exchanged. */
export const moreCases: Readonly<Record<string, Case>> = {
  "edits | deletes": { main: edit("a", () => ({ title: "Edited" })), request: remove("a", "line") },
  "edits the text | deletes": {
    main: edit("a", () => ({ document: { markdown: "other\n" } })),
    request: remove("a", "line")
  },
  "deletes a page with another in it | edits both": {
    base: into("a", "c"),
    main: remove("c"),
    request: both(
      edit("a", () => ({ title: "Edited" }), "line"),
      edit("c", () => ({ document: { markdown: "other\n" } }), "line")
    )
  },
  "edits both | deletes a page with another in it": {
    base: into("a", "c"),
    main: both(
      edit("a", () => ({ title: "Edited" })),
      edit("c", () => ({ document: { markdown: "other\n" } }))
    ),
    request: remove("c", "line")
  },
  "puts two pages into one and edits it | deletes that one": {
    main: both(
      insert("New", "c"),
      into("a", "c"),
      edit("c", () => ({ title: "Edited" }))
    ),
    request: remove("c", "line")
  },
  "deletes a file | edits it": {
    base: put("file", file("file", "file.txt")),
    main: put("file", undefined),
    request: put("file", file("file", "other.txt"), "line")
  },
  "edits a file | deletes it": {
    base: put("file", file("file", "file.txt")),
    main: put("file", file("file", "other.txt")),
    request: put("file", undefined, "line")
  },
  "name of a file | another name": {
    base: put("file", file("file", "file.txt")),
    main: put("file", file("file", "main.txt")),
    request: put("file", file("file", "request.txt"), "line")
  },
  "title of a reusable content | another title": {
    base: put("part", reusable("part", "Part", "")),
    main: put("part", reusable("part", "Of main", "")),
    request: put("part", reusable("part", "Of the request", ""), "line")
  },
  "a redirect | another": {
    base: put("redirects", keyed("redirects", { x: "0" })),
    main: put("redirects", keyed("redirects", { x: "1" })),
    request: put("redirects", keyed("redirects", { x: "2" }), "line")
  },
  "removes a variable | sets it": {
    base: put("variables", keyed("variables", { a: "0", b: "0" })),
    main: put("variables", keyed("variables", { b: "0" })),
    request: put("variables", keyed("variables", { a: "1", b: "0" }), "line")
  },
  "fields and text and place | the same": {
    main: both(
      edit("a", () => ({ slug: "main", icon: "star", document: { markdown: "of main\n" } })),
      into("a", "b")
    ),
    request: both(
      edit("a", () => ({ slug: "request", icon: "gear", document: { markdown: "of the request\n" } }), "line"),
      into("a", "c", "line")
    )
  }
}

/** The row of the first table that makes each row of the table of places. */
export const placeRows: Readonly<Record<string, string>> = {
  "moves to different pages": "moves to one page | moves to another",
  "the request deletes a page in which main has new ones": "puts a page into one | deletes that one",
  "the request has a page in one that main deletes": "deletes a page | puts a page into it",
  "moves that form a cycle": "moves A into B | moves B into A"
}

const setUp = (lines: Lines) =>
  Effect.gen(function* () {
    const ids: Record<string, PageId> = {}
    const page = (title: string) => ids[title] ?? PageId.make(title)
    for (const title of ["a", "b", "c"]) {
      const known = new Set((yield* lines.shape()).keys())
      yield* lines.edit({ operation: "insert_page", title, document: { markdown: "text\n" } })
      ids[title] = PageId.make([...(yield* lines.shape()).keys()].find((id) => !known.has(id)) ?? "")
    }
    return { lines, page }
  })

/** Makes the two sides of a row. */
export const sides = (row: string, lines: Lines) =>
  Effect.gen(function* () {
    const made = cases[row] ?? moreCases[row]
    if (made === undefined) return yield* Effect.dieMessage(`no case makes the row: ${row}`)
    const { page } = yield* setUp(lines)
    const requests = yield* ChangeRequests
    const { space } = lines
    yield* made.base?.({ ...lines, page, id: "" as World["id"] }) ?? Effect.void
    const { id } = yield* requests.create(space, {})
    const world: World = { ...lines, page, id }
    yield* made.request(world)
    yield* made.main(world)
    return { id, made, requests, space, world }
  })
