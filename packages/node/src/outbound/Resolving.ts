/** Finds the addresses of host names. All of them must be permitted. */
import { lookup as resolve } from "node:dns/promises"
import { isIP, type LookupFunction } from "node:net"
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
export const guardedLookup = (resolver: Resolver, allow: ReadonlyArray<AddressRange>): LookupFunction => {
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
