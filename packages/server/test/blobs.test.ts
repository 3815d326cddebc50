import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Actor, user } from "@lectern/core/access/Actor"
import { FileId } from "@lectern/core/content/File"
import { Files } from "@lectern/core/files/Files"
import { Blobs } from "@lectern/core/garbage-collection/Blobs"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Contents } from "@lectern/core/space-content/Contents"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { inOnePiece } from "@lectern/core/storage/blobs/Pieces"
import { Users } from "@lectern/core/users/Users"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { Effect, Either, Layer, TestClock } from "effect"
import { parseSettings } from "../src/config/Settings.js"
import { databaseFile } from "../src/workspace/Place.js"
import { inWorkspace } from "../src/workspace/Workspace.js"

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "lectern-server-blobs-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

const workspace = Effect.gen(function* () {
  const ada = yield* (yield* Users).create({ displayName: "Ada", email: "ada@example.com" })
  const own = Effect.provideService(Actor, user(ada.id))
  const { id } = yield* (yield* Organizations).createFor(ada.id, { title: "Example" })
  return (yield* own((yield* Spaces).create(id, { title: "Files" }))).id
})

const upload = (space: SpaceId, name: string) =>
  Effect.flatMap(Files, (files) => files.upload(space, { name, bytes: new TextEncoder().encode(name) }))

const download = (downloadURL: string) =>
  Effect.gen(function* () {
    const [, , space = "", file = "", hash = "", signature = ""] = new URL(downloadURL).pathname.split("/")
    const found = yield* (yield* Contents).download(SpaceId.make(space), FileId.make(file), hash, signature)
    return new TextDecoder().decode(yield* inOnePiece(found.bytes()))
  })

describe("the bytes of files", () => {
  it.scoped("go where it is configured, and are found wherever they went before", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      const settings = (blobs: string) => Either.getOrThrow(parseSettings({ dataDir, blobs }, {}))
      const [database, folder] = [settings("database"), settings("folder")]
      yield* Layer.build(SqliteStorage.layer({ filename: databaseFile(database) }))
      const space = yield* inWorkspace(database, workspace)
      const first = yield* inWorkspace(database, upload(space, "first.txt"))
      expect(existsSync(join(dataDir, "blobs"))).toBe(false)
      const second = yield* inWorkspace(folder, upload(space, "second.txt"))
      expect(existsSync(join(dataDir, "blobs"))).toBe(true)
      yield* TestClock.adjust("2 hours")
      for (const settings of [database, folder]) {
        const texts = Effect.all([download(first.downloadURL), download(second.downloadURL)])
        expect(yield* inWorkspace(settings, texts)).toEqual(["first.txt", "second.txt"])
        const collected = yield* inWorkspace(
          settings,
          Effect.flatMap(Blobs, ({ collect }) => collect)
        )
        expect(collected).toEqual({ blobs: 0, bytes: 0 })
      }
    })
  )
})
