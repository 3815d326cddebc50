import { processes } from "@lectern/storage-testing/processes"
import { tables } from "@lectern/storage-testing/tables"
import * as SqliteStorage from "../src/SqliteStorage.js"
import { spawnWorker } from "./processes.js"

processes("SQLite", { spawnWorker, open: (filename) => SqliteStorage.layer({ filename, tables }) })
