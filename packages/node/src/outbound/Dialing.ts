/**
 * Connects only to permitted addresses. The check happens when a socket is opened, on the address that it connects to,
 * so that neither DNS rebinding nor a redirect can bypass it.
 */
import { setMaxListeners } from "node:events"
import { isIP } from "node:net"
// Bun has a stand-in of its own for "undici", whose agents send nothing.
import { Agent, buildConnector } from "undici/index.js"
import { type AddressRange, mayReach } from "./Addresses.js"
import { guardedLookup, NotReachable, type Resolver } from "./Resolving.js"

/** The timeout of each step, in milliseconds, independent of the total. */
const stepTimeout = 15_000
const maxHeaderBytes = 32 * 1024

/**
 * An agent whose sockets connect only to allowed addresses. It has no proxy, and keeps idle connections for a few
 * seconds; `close` ends all of them, including connections that are still being opened.
 */
export const openAgent = (
  resolver: Resolver,
  allow: ReadonlyArray<AddressRange>
): { readonly agent: Agent; readonly close: () => Promise<void> } => {
  const sockets = new AbortController()
  setMaxListeners(0, sockets.signal)
  const connector = buildConnector({
    timeout: stepTimeout,
    autoSelectFamily: true,
    lookup: guardedLookup(resolver, allow),
    signal: sockets.signal
  })
  const agent = new Agent({
    connect: (options, callback) => {
      const { hostname } = options
      if (isIP(hostname) !== 0 && !mayReach(hostname, allow)) callback(new NotReachable(), null)
      else connector(options, callback)
    },
    headersTimeout: stepTimeout,
    bodyTimeout: stepTimeout,
    maxHeaderSize: maxHeaderBytes
  })
  const close = async (): Promise<void> => {
    const closed = agent.destroy()
    sockets.abort()
    await closed
  }
  return { agent, close }
}
