/** Claims by dotted paths, as they are written in URLs. */
import type { Claims, ClaimValue } from "./Claims.js"

/**
 * The claims that have these dotted paths: `[["a.b", true]]` is `{a: {b: true}}`. A path that is also the beginning of
 * another is dropped, so that the order does not matter.
 */
export const fromPaths = (paths: ReadonlyArray<readonly [path: string, value: ClaimValue]>): Claims => {
  const named = new Map<string, { readonly value: ClaimValue } | Array<readonly [string, ClaimValue]>>()
  for (const [path, value] of paths) {
    const dot = path.indexOf(".")
    const name = dot === -1 ? path : path.slice(0, dot)
    const found = named.get(name)
    if (dot === -1) {
      if (found === undefined) named.set(name, { value })
      continue
    }
    const rest = [path.slice(dot + 1), value] as const
    if (Array.isArray(found)) found.push(rest)
    else named.set(name, [rest])
  }
  return Object.fromEntries(
    [...named].map(([name, found]) => [name, Array.isArray(found) ? fromPaths(found) : found.value])
  )
}
