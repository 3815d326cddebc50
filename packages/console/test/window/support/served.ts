/** An engine with its console and its reader, served over HTTP on this machine. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { clientFiles } from "@lectern/console/node/ClientFiles"
import * as Lectern from "@lectern/core/Lectern"
import { handleListener } from "@lectern/http/internal/engine/node/HandleListener"
import { handle } from "@lectern/http/LecternHttp"
import * as Importers from "@lectern/importers/Importers"
import { parseRanges } from "@lectern/node/outbound/Addresses"
import * as GuardedFetch from "@lectern/node/outbound/GuardedFetch"
import * as TypstPdf from "@lectern/node/pdf/TypstPdf"
import * as Argon2 from "@lectern/node/sign-in/Argon2"
import { make as makeReader } from "@lectern/reader/Reader"
import { consoleOf } from "../../support/consoleOf.js"

/** An engine that is served. */
export interface Served {
  readonly lectern: Lectern.Lectern
  /** The address of the server, without a slash at its end. */
  readonly base: string
  readonly close: () => Promise<void>
}

/** Serves an engine over a storage; `port` is a free one when absent. */
export const serve = async (
  storage: Lectern.WorkspaceStorage,
  port = 0,
  options: Pick<Lectern.OpenOptions, "files"> = {}
): Promise<Served> => {
  let answer: (handler: ReturnType<typeof handleListener>) => void
  // Who asks before the engine is open waits for it.
  const answering = new Promise<ReturnType<typeof handleListener>>((resolve) => {
    answer = resolve
  })
  const server = createServer(async (request, response) => (await answering)(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  // Browsers keep the cookies of a connection that is not encrypted for this name only.
  const base = `http://localhost:${(server.address() as AddressInfo).port}`
  const passwords = Argon2.layer({ memoryCost: 8, timeCost: 1, parallelism: 1 })
  const lectern = await Lectern.open({
    ...options,
    storage,
    baseUrl: base,
    passwords,
    importer: Importers.layer,
    outbound: GuardedFetch.layer({ allow: parseRanges("127.0.0.1/32") ?? [] }),
    pdf: TypstPdf.layer()
  })
  const window = await consoleOf(lectern, base, { files: clientFiles, hasReader: true })
  const pages = await lectern.runtime.runPromise(makeReader({ baseUrl: base }))
  answer!(handleListener(handle(lectern, { ...window, pages })))
  return {
    lectern,
    base,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await lectern.close()
    }
  }
}
