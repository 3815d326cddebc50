/** What a workspace reaches of the world outside: the one list of it for the server and for every command. */
import type { Outside } from "@lectern/core/engine/InProcess"
import * as Importers from "@lectern/importers/Importers"
import * as DnsRecords from "@lectern/node/outbound/DnsRecords"
import * as GuardedFetch from "@lectern/node/outbound/GuardedFetch"
import * as TypstPdf from "@lectern/node/pdf/TypstPdf"
import * as WorkerPool from "@lectern/node/workers/WorkerPool"
import type { Settings } from "../config/Settings.js"

const program = WorkerPool.programBeside(import.meta.url, "workspace", "WorkerProgram")

/** The worker threads of the server. */
export const workers = WorkerPool.layer({ program })

/** The ports of the engine to the outside, as configured. */
export const outsideWorld = (settings: Settings): Outside => ({
  outbound: GuardedFetch.layer({ allow: settings.fetchAllow }),
  domainRecords: DnsRecords.layer(),
  importer: Importers.layer,
  pdf: TypstPdf.layer(),
  workers
})
