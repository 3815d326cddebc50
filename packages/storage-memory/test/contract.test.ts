import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { contract } from "@lectern/storage-testing/contract"
import { tables } from "@lectern/storage-testing/tables"
import * as uncached from "@lectern/storage-testing/uncached"

contract("memory", MemoryStorage.layer(tables))
uncached.suite("memory", MemoryStorage.layer(tables))
