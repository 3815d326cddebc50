import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { contract } from "@lectern/storage-testing/contract"
import { newFile } from "@lectern/storage-testing/files"
import { tables } from "@lectern/storage-testing/tables"
import * as uncached from "@lectern/storage-testing/uncached"
import { Layer } from "effect"
import * as SqliteStorage from "../src/SqliteStorage.js"
import { temporaryStorage } from "./temporary.js"

contract("SQLite", temporaryStorage)
uncached.suite("SQLite", temporaryStorage)

contract(
  "SQLite of an application",
  newFile((filename) => Layer.provide(SqliteStorage.layerSqlClient({ tables }), SqliteClient.layer({ filename })))
)
