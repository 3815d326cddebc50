import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { contract } from "@lectern/storage-testing/contract"
import { tables } from "@lectern/storage-testing/tables"

contract("memory", MemoryStorage.layer(tables))
