/**
 * DNS records of domains, from the machine's resolvers or from others.
 * @since 0.1.0
 */
import { Resolver } from "node:dns/promises"
import { DomainRecords } from "@lectern/core/outbound/DomainRecords"
import { OutboundError } from "@lectern/core/outbound/Outbound"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The options of DNS lookups. */
export interface DnsOptions {
  /** The addresses of the servers to ask, with a port if it is not 53; the servers of the machine when absent. */
  readonly servers?: ReadonlyArray<string>
  /** The timeout of a lookup; 5 seconds when absent. */
  readonly timeout?: Duration.DurationInput
}

/** The error codes for a name without such records. */
const absent: ReadonlySet<unknown> = new Set(["ENODATA", "ENOTFOUND"])

/** {@link DomainRecords} from the DNS. */
export const layer = ({ servers, timeout = "5 seconds" }: DnsOptions = {}): Layer.Layer<DomainRecords> =>
  Layer.sync(DomainRecords, () => {
    const resolver = new Resolver({ timeout: Duration.toMillis(timeout), tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    return DomainRecords.of({
      texts: (name) =>
        Effect.tryPromise(() => resolver.resolveTxt(name)).pipe(
          Effect.map((records) => records.map((parts) => parts.join(""))),
          Effect.catchAll(({ error }) =>
            error instanceof Error && "code" in error && absent.has(error.code)
              ? Effect.succeed([])
              : new OutboundError({ reason: "unreachable", message: `${name}: DNS did not answer` })
          )
        )
    })
  })
