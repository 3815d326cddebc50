/**
 * The ports of an engine on Node that reach outside it, all together.
 * @since 0.1.0
 */
import type { Outside } from "@lectern/core/engine/InProcess"
import * as DnsRecords from "./outbound/DnsRecords.js"
import * as GuardedFetch from "./outbound/GuardedFetch.js"
import * as TypstPdf from "./pdf/TypstPdf.js"
import * as NodeSaml from "./saml/NodeSaml.js"
import * as Argon2 from "./sign-in/Argon2.js"
import * as OpenId from "./sign-in/OpenId.js"
import type { OpenIdReach } from "./sign-in/OpenIdFetch.js"
import * as Smtp from "./sign-in/Smtp.js"
import * as WebAuthn from "./sign-in/WebAuthn.js"
import * as WorkerPool from "./workers/WorkerPool.js"

/** The options of each port. */
export interface NodeOutsideOptions {
  readonly outbound?: GuardedFetch.Options
  readonly dns?: DnsRecords.DnsOptions
  readonly pdf?: TypstPdf.TypstOptions
  readonly workers?: WorkerPool.WorkerPoolOptions
  readonly saml?: NodeSaml.SamlOptions
  /** The OpenID providers that may be reached, in addition to providers at public addresses. */
  readonly openId?: OpenIdReach
  /** The mail server; without it, administrators pass links on themselves. */
  readonly smtp?: Smtp.SmtpOptions
}

/**
 * Outbound requests, DNS lookups, PDFs, worker threads and sign-in, as options of an engine:
 * `Lectern.open({ storage, ...nodeOutside() })`. Importers are in a separate package: `importer: Importers.layer`.
 *
 * @public
 */
export const nodeOutside = ({ dns, openId, outbound, pdf, saml, smtp, workers }: NodeOutsideOptions = {}) =>
  ({
    outbound: GuardedFetch.layer(outbound),
    domainRecords: DnsRecords.layer(dns),
    pdf: TypstPdf.layer(pdf),
    workers: WorkerPool.layer(workers),
    passwords: Argon2.layer(),
    passkeys: WebAuthn.layer,
    saml: NodeSaml.layer(saml),
    openId: OpenId.layer(openId),
    ...(smtp !== undefined && { mailer: Smtp.layer(smtp) })
  }) satisfies Outside
