/**
 * Public network addresses, and others that are explicitly allowed.
 * @since 0.1.0
 */
import ipaddr from "ipaddr.js"

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An address range in CIDR notation. */
export type AddressRange = readonly [address: Address, bits: number]

/** Parses comma-separated CIDR ranges such as `10.0.0.0/8, fd00::/8`; `undefined` if one of them is invalid. */
export const parseRanges = (text: string): ReadonlyArray<AddressRange> | undefined => {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
  return parts.every((part) => ipaddr.isValidCIDR(part)) ? parts.map((part) => ipaddr.parseCIDR(part)) : undefined
}

/** Whether an address is in one of the ranges; an IPv4-mapped IPv6 address counts as the IPv4 address. */
export const isWithin = (text: string, ranges: ReadonlyArray<AddressRange>): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
}

/** The IPv4 address that an IPv6 address represents: a mapped one, or one of NAT64's well-known prefix. */
const standsFor = (address: ipaddr.IPv6): ipaddr.IPv4 | undefined => {
  const { parts } = address
  const wellKnown = parts[0] === 0x64 && parts[1] === 0xff9b && parts.slice(2, 6).every((part) => part === 0)
  return address.isIPv4MappedAddress() || wellKnown ? new ipaddr.IPv4(address.toByteArray().slice(12)) : undefined
}

/**
 * Whether an IPv6 address is global unicast, the only assigned range. Anything outside, such as `::127.0.0.1`, is
 * suspicious.
 */
const isGlobalUnicast = ({ parts }: ipaddr.IPv6): boolean => ((parts[0] ?? 0) & 0xe000) === 0x2000

/** Whether an address may be reached: it is public, or in one of the ranges. A text that is no address may not. */
export const mayReach = (text: string, allow: ReadonlyArray<AddressRange>): boolean =>
  ipaddr.isValid(text) && isOpen(ipaddr.parse(text), allow)

const isOpen = (address: Address, allow: ReadonlyArray<AddressRange>): boolean => {
  if (allow.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))) return true
  if (address instanceof ipaddr.IPv4) return address.range() === "unicast"
  const inner = standsFor(address)
  return inner === undefined ? address.range() === "unicast" && isGlobalUnicast(address) : isOpen(inner, allow)
}
