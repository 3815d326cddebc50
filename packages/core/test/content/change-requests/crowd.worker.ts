/** A separate process that opens or merges change requests, and prints the results. */
import * as Lectern from "@lectern/core/Lectern"
import type { SpaceId } from "@lectern/core/spaces/Space"
import type { UserId } from "@lectern/core/users/User"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { mergeAll, openOne } from "./crowd.js"

const [filename = "", user = "", space = "", mode = "", ...rest] = process.argv.slice(2)
const lectern = await Lectern.open({ storage: SqliteStorage.open({ filename }) })
const workspace = lectern.as(user as UserId)
const numbers = rest.map(Number)
const done =
  mode === "open"
    ? await Promise.all(numbers.map(() => openOne(workspace, space as SpaceId)))
    : await mergeAll(workspace, space as SpaceId, numbers)
console.log(JSON.stringify(done))
await lectern.close()
