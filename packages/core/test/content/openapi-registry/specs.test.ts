import { describe, expect, it } from "@effect/vitest"
import { OpenAPISpec, OpenAPISpecVersion, OpenAPISpecVersionId } from "@lectern/core/openapi-specs/OpenAPISpec"
import { OpenAPISpecs } from "@lectern/core/openapi-specs/OpenAPISpecs"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck, Schema, TestClock } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, member, organization, outcome, walk, workspace } from "../../workspace.js"
import { fetching, specServer } from "./server.js"
import { petstore, settled, text, until } from "./specs.js"

const read = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))
const parse = Schema.decodeUnknownSync(OpenAPISpec, { onExcessProperty: "error" })
const parseVersion = Schema.decodeUnknownSync(OpenAPISpecVersion, { onExcessProperty: "error" })
const unknownVersion = OpenAPISpecVersionId.make("unknown")

describe.each(storages)("OpenAPI specifications over $name", (storage) => {
  const live = workspace(storage, { outbound: fetching })
  const open = Effect.gen(function* () {
    const specs = yield* OpenAPISpecs
    const { id, admin } = yield* organization()
    return { specs, id, admin, own: as(admin), done: (slug: string) => settled(admin, id, slug) }
  })

  it.effect("are made from a text, processed in the background and read", () =>
    Effect.gen(function* () {
      const { specs, id, own, done } = yield* open
      const made = yield* own(specs.create(id, { slug: "pets", source: { text: text("Pets") } }))
      const location = `https://docs.example/v1/orgs/${id}/openapi/pets`
      expect(parse(made)).toEqual({
        object: "openapi-spec",
        id: made.id,
        slug: "pets",
        createdAt: "1970-01-01T00:00:00.000Z",
        updatedAt: "1970-01-01T00:00:00.000Z",
        processingState: "pending",
        visibility: "private",
        permissions: { view: true, edit: true },
        urls: { location, app: `https://docs.example/app/o/${id}/openapi/pets` }
      })
      const spec = parse(yield* done("pets"))
      const version = yield* own(specs.version(id, "pets"))
      expect(spec).toEqual({ ...made, ...spec, processingState: "complete", lastVersion: version.id })
      expect(spec.lastProcessedAt).toBe("1970-01-01T00:00:00.000Z")
      expect(parseVersion(version).urls.location).toBe(`${location}/versions/${version.id}`)
      expect(yield* own(specs.version(id, "pets", version.id))).toEqual(version)
      const content = yield* own(specs.content(id, "pets"))
      expect(content).toEqual({ filesystem: { "openapi.json": petstore("Pets") }, url: version.url })
      expect(yield* own(specs.content(id, "pets", version.id))).toEqual(content)
    }).pipe(Effect.provide(live))
  )

  it.scoped("are fetched with the files of the same server that they refer to", () =>
    Effect.gen(function* () {
      const { specs, id, own, done } = yield* open
      const { base, pages, requests } = yield* specServer
      pages.set("/v1/api.yaml", {
        body: [
          "openapi: 3.0.3",
          "info: { title: Pets, version: '1' }",
          "paths:",
          "  /pets: { $ref: 'paths/pets.yaml#/all' }",
          "components:",
          "  schemas:",
          "    Elsewhere: { $ref: 'https://elsewhere.example/schema.json' }",
          "    File: { $ref: 'file:///etc/passwd' }",
          "    Example: { type: object, example: { $ref: missing.yaml } }"
        ].join("\n")
      })
      pages.set("/v1/paths/pets.yaml", {
        body: "all:\n  get: { responses: { 200: { description: ok, content: { a/b: { schema: { $ref: ../pet.json } } } } } }"
      })
      pages.set("/v1/pet.json", { body: '{ "properties": { "owner": { "$ref": "../v1/pet.json#" }, "$ref": {} } }' })
      const url = `${base}/v1/api.yaml`
      expect((yield* own(specs.create(id, { slug: "pets", source: { url } }))).sourceURL).toBe(url)
      expect(yield* done("pets")).toMatchObject({ sourceURL: url, processingState: "complete" })
      const { filesystem } = yield* own(specs.content(id, "pets"))
      expect(Object.keys(filesystem)).toEqual([url, `${base}/v1/paths/pets.yaml`, `${base}/v1/pet.json`])
      expect(requests).toEqual(["/v1/api.yaml", "/v1/paths/pets.yaml", "/v1/pet.json"])
    }).pipe(Effect.provide(live))
  )

  it.scoped("keep the last good version where the source fails, and say why", () =>
    Effect.gen(function* () {
      const { specs, id, own, done } = yield* open
      const { base, pages, requests } = yield* specServer
      pages.set("/good", { body: text("Good") })
      pages.set("/silent", { silent: true })
      pages.set("/error", { status: 500, body: text("Good") })
      pages.set("/lost", { body: text("Lost", [], { paths: { "/a": { $ref: "gone.yaml" } } }) })
      const put = (source: { url: string } | { text: string }) => own(specs.put(id, "pets", { source }))
      yield* put({ url: `${base}/good` })
      const { lastVersion } = yield* done("pets")
      const fails = Effect.fnUntraced(function* (source: { url: string } | { text: string }, code: string) {
        expect((yield* put(source)).processingState).toBe("pending")
        if ("url" in source && source.url.endsWith("/silent")) {
          yield* until(() => requests.at(-1) === "/silent")
          yield* TestClock.adjust("2 minutes")
        }
        expect(yield* done("pets")).toMatchObject({ lastVersion, lastProcessErrorCode: code })
      })
      yield* fails({ url: `${base}/absent` }, "FETCH_ERROR")
      yield* fails({ url: `${base}/error` }, "FETCH_ERROR")
      yield* fails({ url: `${base}/lost` }, "FETCH_ERROR")
      yield* fails({ url: "http://127.0.0.1:1/" }, "FETCH_ERROR")
      yield* fails({ url: `${base}/silent` }, "FETCH_TIMEOUT")
      const unreadable = [
        "{",
        "- a\n- b",
        "plain",
        JSON.stringify({ openapi: "3.1.0" }),
        JSON.stringify({ ...petstore("x"), openapi: "9.0.0" }),
        JSON.stringify({ ...petstore("x"), paths: { "/a": { $ref: "#/components/nothing" } } }),
        JSON.stringify({ ...petstore("x"), paths: { "/a": { $ref: "other.yaml" } } }),
        `${"[".repeat(5000)}${"]".repeat(5000)}`,
        `a: &a {}\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [${"*a,".repeat(9)}*a]\n`).join("")}`,
        `a0: &a0 [x]\n${Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}*a${i}]\n`).join("")}`
      ]
      for (const text of unreadable) yield* fails({ text }, "PARSE_ERROR")
      const broken = [
        ["openapi: 3.1.0\ninfo: [", "openapi.yaml: line 2, column 8: "],
        [text("x").slice(0, -1), "openapi.json: line 1, column "],
        [
          text("x", [], { paths: { "/a": { $ref: "#/nothing" } } }),
          "openapi.json: nothing is at the reference #/nothing"
        ],
        [text("x", ["/a"]).replace('{"description":"Fine"}', "7"), "openapi.json: #/paths/~1a/get/responses/200"]
      ] as const
      for (const [text, message] of broken) {
        yield* fails({ text }, "PARSE_ERROR")
        expect((yield* done("pets")).lastProcessErrorMessage).toContain(message)
      }
      yield* fails({ url: `${base}/absent` }, "FETCH_ERROR")
      expect(yield* done("pets")).not.toHaveProperty("lastProcessErrorMessage")
      yield* put({ url: `${base}/good` })
      const good = yield* done("pets")
      expect(good.lastVersion).toBe(lastVersion)
      expect(good).not.toHaveProperty("lastProcessErrorCode")
      expect(good).not.toHaveProperty("lastProcessErrorMessage")
      expect((yield* own(specs.versions(id, "pets", {}))).count).toBe(1)
    }).pipe(Effect.provide(live))
  )

  it.effect("are valid in every form that is offered", () =>
    Effect.gen(function* () {
      const { specs, id, own, done } = yield* open
      const forms = [
        'swagger: "2.0"\ninfo: { title: Two, version: "1" }\npaths: {}',
        "openapi: 3.0.3\ninfo: { title: Three, version: '1' }\npaths: {}",
        "\ufeffopenapi: 3.1.0\ninfo: { title: Three one, version: '1' }\ncomponents: {}",
        text("References", ["/pets"], {
          paths: {
            "/pets": { parameters: [{ $ref: "#/components/parameters/a" }, { $ref: "#/components/parameters/b" }] }
          },
          components: {
            parameters: { a: { name: "a", in: "query", schema: {} }, b: { name: "b", in: "query", schema: {} } },
            schemas: {
              Named: { properties: { $ref: { type: "string" }, default: { $ref: "#/components/schemas/Named" } } }
            }
          }
        }),
        text("JSON", ["/constructor", "/__proto__"], { "x-constructor": { prototype: { polluted: true } } }),
        `{"__proto__": {"polluted": true}, ${text("Proto").slice(1)}`
      ]
      for (const [index, text] of forms.entries()) {
        yield* own(specs.create(id, { slug: `form-${index}`, source: { text } }))
        expect(yield* done(`form-${index}`), text).not.toHaveProperty("lastProcessErrorCode")
      }
      expect({}).not.toHaveProperty("polluted")
    }).pipe(Effect.provide(live))
  )

  it.scoped("have a new version exactly when the content changed, however it is written", () =>
    Effect.gen(function* () {
      const { specs, id, own, done } = yield* open
      const names = FastCheck.array(FastCheck.constantFrom("/a", "/b", "/c"), { maxLength: 3 })
      const writing = FastCheck.constantFrom(0, 2, 8)
      const steps = FastCheck.sample(FastCheck.tuple(names, writing), { numRuns: runs(8), seed: 7 })
      let expected = 0
      let last = ""
      for (const [paths, indent] of steps) {
        const content = JSON.stringify([...new Set(paths)].sort())
        if (content !== last) expected++
        last = content
        yield* own(specs.put(id, "pets", { source: { text: JSON.stringify(petstore("P", paths), null, indent) } }))
        yield* done("pets")
        expect((yield* own(specs.versions(id, "pets", {}))).count).toBe(expected)
      }
      const { items, counts } = yield* walk((query) => own(specs.versions(id, "pets", query)), 3)
      expect([...counts]).toEqual([expected])
      expect(new Set(items.map(({ id }) => id)).size).toBe(expected)
      expect(items.at(-1)?.id).toBe((yield* done("pets")).lastVersion)
    }).pipe(Effect.provide(live))
  )

  it.scoped("take the newest of several sources, whichever comes first", () =>
    Effect.gen(function* () {
      const { specs, id, own, done } = yield* open
      const { base, pages, requests } = yield* specServer
      pages.set("/slow", { silent: true })
      yield* own(specs.put(id, "pets", { source: { url: `${base}/slow` } }))
      yield* until(() => requests.length === 1)
      const titles = ["One", "Two", "Three"]
      yield* Effect.forEach(titles, (title) => own(specs.put(id, "pets", { source: { text: text(title) } })), {
        concurrency: "unbounded"
      })
      yield* own(specs.put(id, "pets", { source: { text: text("Last") } }))
      yield* done("pets")
      expect((yield* own(specs.content(id, "pets"))).filesystem).toEqual({ "openapi.json": petstore("Last") })
    }).pipe(Effect.provide(live))
  )

  it.scoped("are fetched again after a while, and only what has changed", () =>
    Effect.gen(function* () {
      const { specs, id, own, done } = yield* open
      const { base, pages, requests } = yield* specServer
      pages.set("/spec", { body: text("One"), headers: { etag: '"1"' } })
      yield* own(specs.create(id, { slug: "pets", source: { url: `${base}/spec` } }))
      yield* own(specs.create(id, { slug: "text", source: { text: text("Text") } }))
      const first = yield* done("pets")
      yield* done("text")
      expect(yield* asSystem(specs.refreshDue("6 hours"))).toBe(0)
      yield* TestClock.adjust("6 hours")
      expect(yield* asSystem(specs.refreshDue("6 hours"))).toBe(1)
      expect(yield* asSystem(specs.refreshDue("6 hours"))).toBe(0)
      const second = yield* done("pets")
      expect(second).toEqual({ ...first, lastProcessedAt: "1970-01-01T06:00:00.000Z" })
      pages.set("/spec", { body: text("Two"), headers: { etag: '"2"' } })
      yield* TestClock.adjust("6 hours")
      yield* asSystem(specs.refreshDue("6 hours"))
      expect((yield* done("pets")).lastVersion).not.toBe(first.lastVersion)
      expect(requests).toEqual(["/spec", '/spec "1"', '/spec "1"'])
      expect(yield* outcome(own(specs.refreshDue("6 hours")))).toBe("Forbidden")
    }).pipe(Effect.provide(live))
  )

  it.effect("are served as one document where they are public, or by the address of a version", () =>
    Effect.gen(function* () {
      const { specs, id, own, done } = yield* open
      yield* own(specs.create(id, { slug: "pets", source: { text: text("Pets") } }))
      const { id: spec } = yield* done("pets")
      const document = specs.published(id, "pets").pipe(
        Effect.flatMap(({ document }) => document),
        Effect.map(read)
      )
      expect(yield* outcome(document)).toBe("NotFound")
      const shown = yield* own(specs.update(id, "pets", { visibility: "public" }))
      expect(shown.urls.published).toBe(`https://docs.example/openapi/${id}/pets`)
      expect(yield* document).toEqual(petstore("Pets"))
      const version = yield* own(specs.version(id, "pets"))
      const signature = version.url.split("/").at(-1)!
      const byAddress = (key: string) =>
        Effect.flatMap(specs.signed(spec, version.id, key), ({ document }) => Effect.map(document, read))
      expect(yield* byAddress(signature)).toEqual(petstore("Pets"))
      expect(yield* outcome(byAddress("wrong"))).toBe("NotFound")
      expect(yield* own(specs.update(id, "pets", { visibility: "private" }))).not.toHaveProperty("urls.published")
      expect(yield* outcome(document)).toBe("NotFound")
      expect(yield* outcome(byAddress(signature))).toBe("NotFound")
      yield* own(specs.update(id, "pets", { visibility: "public" }))
      yield* own(specs.remove(id, "pets"))
      expect(yield* outcome(document)).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("need the role that each operation states, and are not there for guests and strangers", () =>
    Effect.gen(function* () {
      const { specs, id, admin, done } = yield* open
      const { admin: stranger } = yield* organization("Other")
      const source = { text: text("Pets") }
      yield* as(admin)(specs.create(id, { slug: "pets", source }))
      yield* done("pets")
      const outcomes = (caller: typeof admin, slug: string) =>
        Effect.map(
          Effect.forEach(
            [
              specs.list(id, {}),
              specs.get(id, slug),
              specs.versions(id, slug, {}),
              specs.version(id, slug),
              specs.version(id, slug, unknownVersion),
              specs.content(id, slug),
              specs.update(id, slug, { visibility: "private" }),
              specs.create(id, { slug, source }),
              specs.put(id, slug, { source }),
              specs.remove(id, slug)
            ],
            (call) => outcome<unknown, never>(as(caller)(call))
          ),
          (all) => all.map((tag) => tag.slice(0, 2)).join(" ")
        )
      const reviewer = yield* member(id, "Reviewer", "review")
      const guest = yield* member(id, "Guest", null)
      const creator = yield* member(id, "Creator", "create")
      expect(yield* outcomes(reviewer, "pets")).toBe("ok ok ok ok No ok Fo Fo Fo Fo")
      expect(yield* outcomes(reviewer, "none")).toBe("ok No No No No No No Fo Fo ok")
      expect((yield* as(reviewer)(specs.get(id, "pets"))).permissions).toEqual({ view: true, edit: false })
      expect(yield* outcomes(guest, "pets")).toBe("Fo No No No No No No Fo Fo ok")
      expect(yield* outcomes(stranger, "pets")).toBe("No No No No No No No No No ok")
      expect(yield* outcomes(creator, "pets")).toBe("ok ok ok ok No ok ok Co ok ok")
      expect(yield* outcome(as(admin)(specs.get(id, "pets")))).toBe("NotFound")
      expect(yield* outcomes(creator, "none")).toBe("ok No No No No No No ok ok ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("take slugs and sources of the stated form, and are listed in the order of creation", () =>
    Effect.gen(function* () {
      const { specs, id, own } = yield* open
      const source = { text: "x" }
      const create = (slug: string, from: object = source) =>
        outcome(own(specs.create(id, { slug, source: from as typeof source })))
      for (const slug of ["", "A", "a--b", "-a", "a-", "a b", "a".repeat(101)])
        expect(yield* create(slug)).toBe("Invalid")
      expect(yield* create("a".repeat(100))).toBe("ok")
      const malformed = [
        {},
        { url: "ftp://x.example/" },
        { url: "http://x.example/", text: "x" },
        { text: "" },
        { text: 1 }
      ]
      for (const from of malformed) expect(yield* create("b", from)).toBe("Invalid")
      expect(yield* outcome(own(specs.put(id, "B", { source })))).toBe("Invalid")
      for (const slug of ["z", "y", "x"]) yield* create(slug)
      const { items, counts } = yield* walk((query) => own(specs.list(id, query)), 2)
      expect(items.map(({ slug }) => slug)).toEqual(["a".repeat(100), "z", "y", "x"])
      expect([...counts]).toEqual([4])
    }).pipe(Effect.provide(live))
  )
})
