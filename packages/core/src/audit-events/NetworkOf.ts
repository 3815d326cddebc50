const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** How many characters of what is no address are kept. */
const longest = 64

/**
 * What one client can hardly change of its address: all of an IPv4 address, the first 64 bits of an IPv6 address, of
 * which every client has as many as it likes.
 */
export const networkOf = (address: string): string => {
  const ipv4 = mapped.exec(address)?.[1]
  if (ipv4 !== undefined) return ipv4
  const bare = address.split("%")[0] ?? ""
  if (!bare.includes(":") || !/^[0-9a-f:.]+$/i.test(bare)) return address.slice(0, longest)
  const [head = "", tail] = bare.split("::")
  const groups = head === "" ? [] : head.split(":")
  const after = tail === undefined || tail === "" ? [] : tail.split(":")
  const filled =
    tail === undefined
      ? groups
      : [...groups, ...Array(Math.max(0, 8 - groups.length - after.length)).fill("0"), ...after]
  const network = filled.slice(0, 4).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""))
  return `${network.join(":")}::/64`
}
