import { Actor, user } from "@lectern/core/access/Actor"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { zipped } from "@lectern/core/content/exports/ZipWriting"
import type { FolderFile, StreamedFile } from "@lectern/core/content/git-layout/Folder"
import { openZip } from "@lectern/core/content/git-layout/Zip"
import { FolderExports } from "@lectern/core/exports/FolderExports"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { runs } from "@lectern/storage-testing/runs"
import { Chunk, Effect, FastCheck as fc, Layer, Stream, TestClock, TestContext } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage } from "../../storages.js"
import { outcome, person } from "../../workspace.js"
import { inWorkspace } from "../pages/space.js"

const joined = <E>(stream: Stream.Stream<Uint8Array, E>) =>
  Effect.map(Stream.runCollect(stream), (chunks) => new Uint8Array(Buffer.concat(Chunk.toReadonlyArray(chunks))))

/** The files of an archive as text. */
const unzipped = (bytes: Uint8Array) => {
  const { paths, problems, read } = openZip(bytes)
  expect(problems).toEqual([])
  return Object.fromEntries(paths.map((path) => [path, Buffer.from(read(path)).toString("latin1")]))
}

const name = fc.stringMatching(/^[a-zé日]{1,8}(\/[a-z ]{1,8}[a-z])?\.(md|png)$/)

it("an archive has the files that it was made of, in any pieces", () =>
  fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(name, fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 4 })), {
        selector: ([path]) => path,
        minLength: 1,
        maxLength: 6
      }),
      fc.integer({ min: 0, max: 4_000_000_000_000 }),
      async (files, time) => {
        const all = files.map(([path, pieces], i): FolderFile | StreamedFile => {
          const bytes = new Uint8Array(Buffer.concat(pieces))
          return i % 2 === 0 ? { path, bytes } : { path, size: bytes.length, stream: Stream.fromIterable(pieces) }
        })
        const bytes = await Effect.runPromise(joined(zipped(Stream.fromIterable(all), time)))
        expect(unzipped(bytes)).toEqual(
          Object.fromEntries(files.map(([path, pieces]) => [path, Buffer.concat(pieces).toString("latin1")]))
        )
      }
    ),
    { numRuns: runs(40) }
  ))

/** The parts of a URL that the download is asked for. */
const partsOf = (url: string) => {
  const [, , space = "", revision = "", until = "", signature = ""] = new URL(url).pathname.split("/")
  return [SpaceId.make(space), revision, until, signature] as const
}

describe.each(everyStorage)("folders, $name", (storage) => {
  it("have the content of main or of a change request, as it was when they were asked for", () =>
    inWorkspace(
      storage,
      ({ space: { id } }) =>
        Effect.gen(function* () {
          const edits = yield* ContentEdits
          const exports = yield* FolderExports
          const insert = (title: string) => ({
            changes: [
              { operation: "insert_page" as const, title, document: { markdown: `# ${title}\n\nText.\n` } },
              { operation: "insert_files" as const, files: [{ name: `${title}.bin`, base64: "AAEC" }] }
            ]
          })
          yield* edits.apply(id, insert("One"))
          const request = yield* (yield* ChangeRequests).create(id, {})
          yield* edits.apply(id, insert("There"), { changeRequest: request.id })
          const expected: Record<string, string> = {}
          const { files } = yield* (yield* ContentSync).folder(id)
          yield* Stream.runForEach(files, (file) =>
            Effect.map("bytes" in file ? Effect.succeed(file.bytes) : joined(file.stream), (bytes) => {
              expected[file.path] = Buffer.from(bytes).toString("latin1")
            })
          )
          const main = yield* exports.ofSpace(id)
          const proposed = yield* exports.ofChangeRequest(id, request.id)
          yield* edits.apply(id, insert("Two"))
          const open = (url: string) =>
            Effect.flatMap(exports.download(...partsOf(url)), ({ bytes }) => Effect.map(joined(bytes), unzipped))
          expect(yield* open(main.url)).toEqual(expected)
          expect(Object.keys(yield* open(proposed.url))).toEqual(expect.arrayContaining(["one.md", "there.md"]))
          expect(Object.keys(expected)).not.toContain("there.md")
          expect(main.url).toMatch(/\/handbook\.zip$/)

          const [space, revision, until, signature] = partsOf(main.url)
          expect(yield* outcome(exports.download(space, partsOf(proposed.url)[1], until, signature))).toBe("NotFound")
          const later = String(Number(until) + 1)
          expect(yield* outcome(exports.download(space, revision, later, signature))).toBe("NotFound")
          yield* TestClock.adjust("59 minutes")
          yield* open(main.url)
          yield* TestClock.adjust("1 minute")
          expect(yield* outcome(exports.download(...partsOf(main.url)))).toBe("NotFound")
          const again = yield* exports.ofSpace(id)
          const stranger = Effect.provideService(Actor, user(yield* person("Eve")))
          expect(yield* outcome(stranger(exports.ofSpace(id)))).toBe("NotFound")
          yield* (yield* Spaces).remove(id)
          expect(yield* outcome(exports.download(...partsOf(again.url)))).toBe("NotFound")
        }),
      Layer.empty.pipe(Layer.provideMerge(TestContext.TestContext))
    ))
})
