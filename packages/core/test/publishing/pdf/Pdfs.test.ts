import type { ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { PageId } from "@lectern/core/content/Page"
import type { Services } from "@lectern/core/engine/Engine"
import type { LecternError } from "@lectern/core/errors/Errors"
import { OpenAPISpecs } from "@lectern/core/openapi-specs/OpenAPISpecs"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import type { ChangeRequestPdfQuery, PdfQuery } from "@lectern/core/pdf/Pdf"
import type { PdfDocument } from "@lectern/core/pdf/PdfDocument"
import { PdfRenderer } from "@lectern/core/pdf/PdfRenderer"
import { Pdfs } from "@lectern/core/pdf/Pdfs"
import { PdfsTable } from "@lectern/core/publishing/pdf/PdfsTable"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { BlobReferenceTable } from "@lectern/core/storage/blobs/BlobReferences"
import { Storage } from "@lectern/core/storage/Storage"
import type { UserId } from "@lectern/core/users/User"
import { Effect, Fiber, Layer, TestClock, TestContext } from "effect"
import { describe, expect, it } from "vitest"
import { edit, insert, page, rewrite } from "../../content/change-requests/world.js"
import { storages } from "../../storages.js"
import { as, asSystem, failure, member, organization, outcome, workspace } from "../../workspace.js"

/** Sets documents as the text of their data, once it may go on; records the documents that it has set. */
const typesetter = () => {
  const documents: Array<PdfDocument> = []
  const latch = Effect.unsafeMakeLatch(true)
  const layer = Layer.succeed(PdfRenderer, {
    version: "1",
    render: (document) =>
      Effect.as(
        Effect.zipRight(
          Effect.sync(() => documents.push(document)),
          latch.await
        ),
        {
          bytes: new TextEncoder().encode(JSON.stringify(document.pages)),
          problems: document.pages.length === 1 ? ["Only one page."] : []
        }
      )
  })
  return { documents, latch, layer }
}

const markdown = "# Three\n\nSee [one](/pages/PAGE) and ![dot](/files/FILE).\n"

describe.each(storages)("PDFs, $name", (storage) => {
  const world = Effect.gen(function* () {
    const { id, admin } = yield* organization()
    const reader = yield* member(id, "Rex", "read")
    const stranger = (yield* organization("Other")).admin
    const { id: space } = yield* as(admin)((yield* Spaces).create(id, { title: "Handbook" }))
    yield* as(admin)(edit(space, [...insert("One"), ...insert("Two")]))
    const one = yield* as(admin)(page(space, "one"))
    yield* as(admin)(
      edit(space, [
        { operation: "insert_page", title: "Below", into: PageId.make(one.id), document: { markdown: "Deep." } }
      ])
    )
    return { id, admin, reader, stranger, space, one: PageId.make(one.id) }
  })
  type World = typeof world extends Effect.Effect<infer A, unknown, unknown> ? A : never

  const run = <A>(
    test: (found: World, made: ReturnType<typeof typesetter>) => Effect.Effect<A, LecternError, Services | Storage>
  ) => {
    const made = typesetter()
    return Effect.flatMap(world, (found) => test(found, made)).pipe(
      Effect.provide(Layer.provideMerge(workspace(storage, { pdf: made.layer }), TestContext.TestContext)),
      Effect.runPromise
    )
  }

  const ofSpace = (space: SpaceId, query: PdfQuery = {}) => Effect.flatMap(Pdfs, (pdfs) => pdfs.ofSpace(space, query))
  const ofRequest = (space: SpaceId, ref: ChangeRequestRef, query: ChangeRequestPdfQuery = {}) =>
    Effect.flatMap(Pdfs, (pdfs) => pdfs.ofChangeRequest(space, ref, query))
  const fetch = (url: string) =>
    Effect.flatMap(Pdfs, (pdfs) => {
      const [, , space = "", key = "", until = "", signature = ""] = new URL(url).pathname.split("/")
      return pdfs.download(space as SpaceId, key, until, signature)
    })
  const titles = ({ pages }: PdfDocument) => pages.map(({ depth, title }) => `${depth} ${title}`)

  it("are made of the whole content, of a page with those below it, or of it alone", () =>
    run(({ one, reader, space }, { documents }) =>
      Effect.gen(function* () {
        for (const query of [{}, { page: one }, { page: one, only: true }]) yield* as(reader)(ofSpace(space, query))
        expect(documents.map(titles)).toEqual([["0 One", "1 Below", "0 Two"], ["0 One", "1 Below"], ["0 One"]])
        expect(documents[0]).toMatchObject({ title: "Handbook", author: "Acme", removed: [], files: [] })
      })
    ))

  it("look as they are asked to, and say what they cannot show", () =>
    run(({ admin, one, space }, { documents }) =>
      Effect.gen(function* () {
        const look = { title: "Guide", subtitle: "For you", version: "2", date: "2026-02-28", language: "de" }
        const { problems } = yield* as(admin)(ofSpace(space, { ...look, numbered: true, contentsDepth: 0 }))
        expect(documents[0]).toMatchObject({ ...look, contentsDepth: 0 })
        expect(documents[0]?.pages.map(({ number }) => number)).toEqual(["1", "1.1", "2"])
        expect(problems).toBeUndefined()
        for (const query of [{ title: "Guide" }, { version: "2" }, { contentsDepth: 1 }, { numbered: true }, {}]) {
          yield* as(admin)(ofSpace(space, query))
        }
        expect(documents).toHaveLength(6)
        expect(documents[5]).toMatchObject({ title: "Handbook", language: "en", contentsDepth: 2 })
        yield* as(admin)(ofSpace(space, { ...look, numbered: true, contentsDepth: 0 }))
        expect(documents).toHaveLength(6)
        for (const _ of [1, 2]) {
          expect((yield* as(admin)(ofSpace(space, { page: one, only: true }))).problems).toEqual(["Only one page."])
        }
      })
    ))

  it("are for who may read; what is not there is not found", () =>
    run(({ admin, one, reader, space, stranger }) =>
      Effect.gen(function* () {
        expect(yield* outcome(as(reader)(ofSpace(space)))).toBe("ok")
        expect(yield* outcome(as(stranger)(ofSpace(space)))).toBe("NotFound")
        expect(yield* outcome(as(admin)(ofSpace(space, { page: PageId.make("unknown") })))).toBe("NotFound")
        expect(yield* outcome(as(admin)(ofRequest(space, "9" as ChangeRequestRef)))).toBe("NotFound")
        expect(yield* outcome(as(stranger)(ofRequest(space, "9" as ChangeRequestRef, { page: one })))).toBe("NotFound")
        expect(yield* outcome(as(admin)(ofSpace("unknown" as SpaceId)))).toBe("NotFound")
      })
    ))

  it("are made once for a revision, however many ask at once, and again when it is another", () =>
    run(({ admin, one, reader, space }, { documents, latch }) =>
      Effect.gen(function* () {
        yield* latch.close
        const asking = yield* Effect.fork(
          Effect.all(
            Array.from({ length: 20 }, (_, index) => as(index % 2 === 0 ? admin : reader)(ofSpace(space))),
            {
              concurrency: "unbounded"
            }
          )
        )
        const impatient = yield* Effect.fork(as(admin)(ofSpace(space)))
        while (documents.length === 0) yield* Effect.yieldNow()
        yield* Fiber.interrupt(impatient)
        yield* latch.open
        const urls = (yield* Fiber.join(asking)).map(({ url }) => url)
        expect(new Set(urls).size).toBe(1)
        expect(documents).toHaveLength(1)
        yield* as(admin)(ofSpace(space))
        expect(documents).toHaveLength(1)
        yield* as(admin)(
          edit(space, [{ operation: "update_page", page: one, document: { markdown: "# One\n\nNew." } }])
        )
        yield* as(admin)(ofSpace(space))
        expect(documents).toHaveLength(2)
      })
    ))

  it("have addresses that work for an hour, for nothing else", () =>
    run(({ admin, space }) =>
      Effect.gen(function* () {
        const { url } = yield* as(admin)(ofSpace(space))
        const found = yield* fetch(url)
        expect(found.name).toBe("Handbook.pdf")
        expect(new TextDecoder().decode(found.bytes)).toContain("Below")
        const parts = url.split("/")
        const until = Number(parts.at(-3))
        const forged = [
          url.replace(`/${until}/`, `/${until + 1}/`),
          url.replace(/\/([^/]+)\/([^/]+)$/, "/AAAAAAAAAAAAAAAAAAAAAA/$2"),
          url.replace(space, "unknown")
        ]
        for (const address of forged) expect(yield* outcome(fetch(address))).toBe("NotFound")
        yield* TestClock.adjust("59 minutes")
        expect(yield* outcome(fetch(url))).toBe("ok")
        yield* TestClock.adjust("1 minute")
        expect(yield* outcome(fetch(url))).toBe("NotFound")
        const { url: next } = yield* as(admin)(ofSpace(space))
        yield* asSystem((yield* Spaces).remove(space))
        expect(yield* outcome(fetch(next))).toBe("NotFound")
      })
    ))

  it("are forgotten a day after they were last asked for, with their bytes", () =>
    run(({ admin, one, space }, { documents }) =>
      Effect.gen(function* () {
        const storageService = yield* Storage
        const rows = Effect.all([
          storageService.count(PdfsTable, {}),
          Effect.map(storageService.scan(BlobReferenceTable, {}), (found) => found.length)
        ])
        yield* as(admin)(ofSpace(space))
        yield* TestClock.adjust("13 hours")
        yield* as(admin)(ofSpace(space))
        yield* TestClock.adjust("13 hours")
        yield* as(admin)(ofSpace(space))
        expect(documents).toHaveLength(1)
        yield* TestClock.adjust("25 hours")
        yield* as(admin)(ofSpace(space, { page: one }))
        expect(documents).toHaveLength(2)
        expect(yield* rows).toEqual([1, 1])
        yield* asSystem((yield* Spaces).remove(space))
        yield* TestClock.adjust("30 days")
        yield* asSystem((yield* Spaces).purge)
        expect(yield* rows).toEqual([0, 0])
      })
    ))

  it("of a change request have its content, and its changes marked when asked", () =>
    run(({ admin, one, space }, { documents }) =>
      Effect.gen(function* () {
        const requests = yield* ChangeRequests
        const { id } = yield* as(admin)(requests.create(space, { subject: "Better" }))
        yield* as(admin)(ofRequest(space, id, { changes: true }))
        expect(documents[0]?.pages.map(({ change }) => change)).toEqual([undefined, undefined, undefined])
        const two = yield* as(admin)(page(space, "two"))
        yield* as(admin)(edit(space, insert("Three", "# Three\n\nNew."), id))
        yield* as(admin)(
          edit(space, [{ operation: "update_page", page: one, document: { markdown: "# One\n\nOnly here." } }], id)
        )
        yield* as(admin)(edit(space, [{ operation: "delete_page", page: PageId.make(two.id) }], id))
        yield* as(admin)(ofRequest(space, id))
        yield* as(admin)(ofRequest(space, id, { changes: true }))
        expect(documents).toHaveLength(3)
        expect(documents[1]).toMatchObject({ subtitle: "Change request 1: Better", removed: [] })
        expect(JSON.stringify(documents[1]?.pages)).not.toContain('"change"')
        expect(documents[2]?.removed).toEqual(["Two"])
        expect(documents[2]?.pages.map(({ change, title }) => [title, change])).toEqual([
          ["One", "edited"],
          ["Below", undefined],
          ["Three", "added"]
        ])
        expect(documents[2]?.pages[0]?.children).toMatchObject([{ type: "change", change: "added" }])
        yield* as(admin)(ofSpace(space))
        expect(titles(documents[3]!)).toEqual(["0 One", "1 Below", "0 Two"])
      })
    ))

  it("have the files that their pages show, and links to the others", () =>
    run(({ admin, one, space }, { documents }) =>
      Effect.gen(function* () {
        const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        yield* as(admin)(
          edit(space, [
            {
              operation: "insert_files",
              files: [
                { name: "dot.png", base64: png },
                { name: "list.csv", base64: btoa("a,b") }
              ]
            }
          ])
        )
        const { items } = yield* as(admin)(Effect.flatMap(Contents, (contents) => contents.files(space, undefined, {})))
        const [dot, csv] = ["dot.png", "list.csv"].map((name) => items.find((file) => file.name === name)?.id ?? "")
        const text = `${markdown.replace("PAGE", one).replace("FILE", dot ?? "")}\n[list](/files/${csv})\n`
        const two = yield* as(admin)(page(space, "two"))
        yield* as(admin)(edit(space, rewrite(two, text)))
        yield* as(admin)(ofSpace(space, { page: PageId.make(two.id) }))
        expect(documents[0]?.files.map(({ contentType, id }) => [id, contentType])).toEqual([[dot, "image/png"]])
        const shown = JSON.stringify(documents[0]?.pages)
        expect(shown).toContain(`"file":"${dot}"`)
        expect(shown).toContain(`https://docs.example/app/s/${space}/one`)
        expect(shown).toMatch(new RegExp(`https://docs.example/files/${space}/${csv}/`))
      })
    ))
})

/** Adds a specification named `pets`, and waits until it has been processed. */
const addPets = (id: OrganizationId, admin: UserId, text: string) =>
  Effect.gen(function* () {
    const specs = yield* OpenAPISpecs
    yield* as(admin)(specs.create(id, { slug: "pets", source: { text } }))
    while ((yield* as(admin)(specs.get(id, "pets"))).processingState !== "complete")
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  })

const computed = {
  type: "builtin:openapi",
  dependencies: { spec: { ref: { kind: "openapi", spec: "pets" } } },
  props: {}
} as const

it("the pages of a specification are made", () => {
  const made = typesetter()
  const paths = {
    "/pets": {
      get: {
        tags: ["Pets"],
        summary: "List pets",
        parameters: [{ name: "limit", in: "query", schema: { type: "integer" }, description: "How many." }],
        responses: { 200: { description: "All of them" } }
      }
    }
  }
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1", description: "All about pets." },
    paths
  })
  return Effect.gen(function* () {
    const { id, admin } = yield* organization()
    const { id: space } = yield* as(admin)((yield* Spaces).create(id, {}))
    yield* addPets(id, admin, text)
    yield* as(admin)(edit(space, [{ operation: "insert_page", title: "Reference", computed }]))
    yield* as(admin)(Effect.flatMap(Pdfs, (pdfs) => pdfs.ofSpace(space, {})))
    expect(made.documents[0]?.pages.map(({ depth, title }) => `${depth} ${title}`)).toEqual(["0 Reference", "1 Pets"])
    expect(JSON.stringify(made.documents[0]?.pages)).toMatch(
      /All about pets.*List pets.*"method":"GET","path":"\/pets".*Query parameters.*limit.*How many.*200.*All of them/s
    )
    const tag = '{% swagger src="/openapi/pets" path="/pets" method="get" %}\n{% endswagger %}'
    yield* as(admin)(
      edit(space, [{ operation: "insert_page", title: "Embedded", document: { markdown: `# Embedded\n\n${tag}\n` } }])
    )
    yield* as(admin)(Effect.flatMap(Pdfs, (pdfs) => pdfs.ofSpace(space, {})))
    expect(JSON.stringify(made.documents[1]?.pages.at(-1))).toMatch(/List pets.*"path":"\/pets".*All of them/s)
  }).pipe(Effect.provide(workspace(storages[0]!, { pdf: made.layer })), Effect.runPromise)
})

it("of more than 16 million characters are refused, and possible in parts", () => {
  const made = typesetter()
  const description = "a".repeat(4_000_000)
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1", description }, paths: {} })
  return Effect.gen(function* () {
    const { id, admin } = yield* organization()
    const { id: space } = yield* as(admin)((yield* Spaces).create(id, {}))
    yield* addPets(id, admin, text)
    const many = Array.from({ length: 5 }, () => ({ operation: "insert_page", title: "Reference", computed }) as const)
    yield* as(admin)(edit(space, [...many, ...insert("One")]))
    const one = PageId.make((yield* as(admin)(page(space, "one"))).id)
    const pdf = (query: PdfQuery) => as(admin)(Effect.flatMap(Pdfs, (pdfs) => pdfs.ofSpace(space, query)))
    expect(yield* failure(pdf({}))).toMatchObject({
      _tag: "Conflict",
      message: expect.stringMatching(/too large for one PDF: .* more than 16 million characters; use `page`/)
    })
    yield* pdf({ page: one })
    expect(made.documents.map(({ pages }) => pages.length)).toEqual([1])
  }).pipe(Effect.provide(workspace(storages[0]!, { pdf: made.layer })), Effect.runPromise)
})

it("an engine without a typesetter refuses", () =>
  Effect.gen(function* () {
    const { id, admin } = yield* organization()
    const { id: space } = yield* as(admin)((yield* Spaces).create(id, {}))
    expect(yield* outcome(as(admin)(Effect.flatMap(Pdfs, (pdfs) => pdfs.ofSpace(space, {}))))).toBe("Conflict")
  }).pipe(Effect.provide(workspace(storages[0]!)), Effect.runPromise))
