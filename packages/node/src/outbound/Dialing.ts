/**
 * Connects only to permitted addresses. The check happens when a socket is opened, on the address that it connects to,
 * so that neither DNS rebinding nor a redirect can bypass it.
 */
import { lookup as resolve } from "node:dns/promises"
import { setMaxListeners } from "node:events"
import { isIP, type LookupFunction } from "node:net"
import { Agent, buildConnector } from "undici"
import { type AddressRange, mayReach } from "./Addresses.js"

/** Finds all addresses of a host name. */
export type Resolver = (hostname: string) => Promise<ReadonlyArray<string>>

/** The system's resolver. */
export const systemResolver: Resolver = async (hostname) =>
  (await resolve(hostname, { all: true })).map(({ address }) => address)

/** The host resolves to an address that must not be contacted. */
export class NotReachable extends Error {}

const loopback = ["127.0.0.1", "::1"]
const isLocalhost = (hostname: string): boolean => /(^|\.)localhost$/i.test(hostname)

/** A lookup that fails unless all addresses of the host may be contacted. */
const guardedLookup = (resolver: Resolver, allow: ReadonlyArray<AddressRange>): LookupFunction => {
  const reachable: Resolver = async (hostname) => {
    if (isLocalhost(hostname)) {
      const open = loopback.filter((address) => mayReach(address, allow))
      if (open.length === 0) throw new NotReachable()
      return open
    }
    const addresses = await resolver(hostname)
    if (!addresses.every((address) => mayReach(address, allow))) throw new NotReachable()
    if (addresses.length === 0) throw Object.assign(new Error("no address"), { code: "ENOTFOUND" })
    return addresses
  }
  return (hostname, { all }, callback) => {
    reachable(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        if (all === true) callback(null, found)
        else callback(null, found[0]!.address, found[0]!.family)
      },
      (error) => callback(error, "")
    )
  }
}

/** The timeout of each step, in milliseconds, independent of the total. */
const stepTimeout = 15_000
const maxHeaderBytes = 32 * 1024

/**
 * An agent whose sockets connect only to allowed addresses. It has no proxy, and keeps idle connections for a few
 * seconds; `close` ends all of them, including those that are still being opened.
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
