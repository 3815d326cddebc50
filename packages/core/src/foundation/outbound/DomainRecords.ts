/**
 * DNS records of domains, through one port.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { OutboundError } from "./Outbound.js"

/** Looks records up in the DNS. */
export interface DomainRecordsService {
  /** The TXT records of a name, each joined into one string; none if the name has none or does not exist. */
  readonly texts: (name: string) => Effect.Effect<ReadonlyArray<string>, OutboundError>
}

/** The port for DNS lookups. */
export class DomainRecords extends Context.Tag("@lectern/core/DomainRecords")<DomainRecords, DomainRecordsService>() {}

/** The implementation of an engine without DNS lookups: every name is refused. */
export const closed: DomainRecordsService = {
  texts: (name) =>
    new OutboundError({ reason: "refused", message: `${name}: this engine does not look up DNS records` })
}

/** {@link closed} as a layer. */
export const layerClosed: Layer.Layer<DomainRecords> = Layer.succeed(DomainRecords, closed)
