/** The ports of a workspace to the outside: one list for the server and every command. */
import type { Outside } from "@lectern/core/engine/InProcess"
import * as Importers from "@lectern/importers/Importers"
import * as DnsRecords from "@lectern/node/outbound/DnsRecords"
import * as GuardedFetch from "@lectern/node/outbound/GuardedFetch"
import * as TypstPdf from "@lectern/node/pdf/TypstPdf"
import * as NodeSaml from "@lectern/node/saml/NodeSaml"
import * as Argon2 from "@lectern/node/sign-in/Argon2"
import * as OpenId from "@lectern/node/sign-in/OpenId"
import * as Smtp from "@lectern/node/sign-in/Smtp"
import * as WebAuthn from "@lectern/node/sign-in/WebAuthn"
import * as WorkerPool from "@lectern/node/workers/WorkerPool"
import type { Settings } from "../config/Settings.js"

const program = WorkerPool.programBeside(import.meta.url, "workspace", "WorkerProgram")

/** The worker threads of the server. */
export const workers = WorkerPool.layer({ program })

/** The default sender of mail. */
const defaultSender = ({ baseUrl, host }: Settings): string =>
  `Lectern <lectern@${baseUrl === undefined ? host : new URL(baseUrl).hostname}>`

/** The issuers that are allowed by the administrator of the server. */
const believed = ({ openId: { issuer, issuers } }: Settings): ReadonlyArray<string> =>
  issuer === undefined ? issuers : [issuer, ...issuers]

/** The ports of the engine to the outside, as configured. */
export const outsideWorld = (settings: Settings): Outside => ({
  outbound: GuardedFetch.layer({ allow: settings.fetchAllow }),
  domainRecords: DnsRecords.layer(),
  importer: Importers.layer,
  pdf: TypstPdf.layer(),
  workers,
  passwords: Argon2.layer(),
  passkeys: WebAuthn.layer,
  saml: NodeSaml.layer({ keyFile: settings.samlKeyFile }),
  openId: OpenId.layer({ allow: settings.fetchAllow, issuers: believed(settings) }),
  ...(settings.smtpUrl !== undefined && {
    mailer: Smtp.layer({ url: settings.smtpUrl, from: settings.mailFrom ?? defaultSender(settings) })
  })
})
