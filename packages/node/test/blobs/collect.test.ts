import { join } from "node:path"
import * as FolderBlobStore from "@lectern/node/blobs/FolderBlobStore"
import * as S3BlobStore from "@lectern/node/blobs/S3BlobStore"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { apart, services, suite } from "@lectern/storage-testing/collecting"
import { temporaryFolder } from "@lectern/storage-testing/files"
import { s3Server } from "@lectern/storage-testing/s3/server"
import { Effect, Layer } from "effect"
import { optionsOf } from "./s3.js"

const sqlite = (folder: string) => SqliteStorage.layer({ filename: join(folder, "lectern.db") })

suite(40)("memory", services(MemoryStorage.layer()))
suite(10)("SQLite, collected by another process", apart(temporaryFolder, sqlite))
suite(10)(
  "folder, collected by another process",
  apart(temporaryFolder, (folder) => Layer.merge(sqlite(folder), FolderBlobStore.layer(join(folder, "blobs"))))
)
suite(10)(
  "S3, collected by another process",
  apart(Effect.all([temporaryFolder, s3Server({ pageSize: 2 })]), ([folder, server]) =>
    Layer.merge(sqlite(folder), S3BlobStore.layer(optionsOf(server)))
  )
)
