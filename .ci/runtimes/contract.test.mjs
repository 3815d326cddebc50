/** The contract of storages, run on the one in a SQLite file, by the library of this runtime. */
import * as SqliteStorage from "@lectern/storage-sqlite"
import { contract } from "@lectern/storage-testing"
import { newFile } from "@lectern/storage-testing/files"
import { tables } from "@lectern/storage-testing/tables"

contract(
  "SQLite",
  newFile((filename) => SqliteStorage.layer({ filename, tables }))
)
