/** The key that calls of one client are counted under. */

const longest = 45
const word = /^[0-9a-f]{1,4}$/i
const embedded = /^(.*:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

const hex = (high: string, low: string): string => ((Number(high) << 8) | Number(low)).toString(16)

/** The 8 numbers of an IPv6 address; `undefined` if the text is not one. */
const wordsOf = (text: string): ReadonlyArray<number> | undefined => {
  const plain = text.replace(embedded, (_, before: string, a: string, b: string, c: string, d: string) =>
    [a, b, c, d].every((byte) => Number(byte) <= 255) ? `${before}${hex(a, b)}:${hex(c, d)}` : "none"
  )
  const halves = plain.split("::").map((half) => (half === "" ? [] : half.split(":")))
  const [start = [], end = []] = halves
  const missing = 8 - start.length - end.length
  if (halves.length > 2 || (halves.length === 1 ? missing !== 0 : missing < 1)) return undefined
  const all = [...start, ...Array<string>(missing).fill("0"), ...end]
  return all.every((each) => word.test(each)) ? all.map((each) => Number.parseInt(each, 16)) : undefined
}

/**
 * The key under which a network address is counted. An IPv6 address is counted by its /64 network, all of which one
 * client has; an IPv4-mapped IPv6 address is counted as the IPv4 address.
 */
export const addressKey = (address: string): string => {
  if (!address.includes(":")) return address.slice(0, longest)
  const words = wordsOf(address.replace(/%.*$/, ""))
  if (words === undefined) return address.slice(0, longest)
  if (words[5] === 0xffff && words.slice(0, 5).every((each) => each === 0)) {
    const [high = 0, low = 0] = words.slice(6)
    return [high >> 8, high & 255, low >> 8, low & 255].join(".")
  }
  const network = words.slice(0, 4).map((each) => each.toString(16))
  return `${network.join(":")}::/64`
}
