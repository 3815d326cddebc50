import { contract } from "@lectern/storage-testing/contract"
import { temporaryStorage } from "./temporary.js"

contract("SQLite", temporaryStorage)
