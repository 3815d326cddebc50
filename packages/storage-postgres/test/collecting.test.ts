import { services, suite } from "@lectern/storage-testing/collecting"
import * as PostgresStorage from "../src/PostgresStorage.js"
import { newDatabase } from "./database.js"

suite(5)(
  "PostgreSQL",
  newDatabase((url) => services(PostgresStorage.layer({ url })))
)
