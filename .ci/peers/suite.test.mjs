/** The contract of storages, run on the one in memory. */
import * as MemoryStorage from "@lectern/storage-memory"
import { contract } from "@lectern/storage-testing"
import { tables } from "@lectern/storage-testing/tables"

contract("memory", MemoryStorage.layer(tables))
