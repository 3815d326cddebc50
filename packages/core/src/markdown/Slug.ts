/** Slugs: the names of pages in addresses. */

const limit = 100

/**
 * The slug of a title or file name: lower case, diacritics folded, letters and digits of any script kept, everything
 * else a dash; at most 100 characters; `page` when nothing is left.
 */
export const slug = (title: string): string => {
  const folded = title
    .normalize("NFKD")
    .replaceAll(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^\p{L}\p{N}\p{M}_]+/gu, "-")
  const cut = [...folded.replaceAll(/^[-\p{M}]+|-+$/gu, "")].slice(0, limit).join("").replace(/-+$/, "")
  return cut === "" ? "page" : cut
}

/** The slug itself, or the first of `slug-2`, `slug-3`, … that is not taken; at most `length` characters, 100 unless told. */
export const unique = (
  wanted: string,
  taken: { readonly has: (slug: string) => boolean },
  length: number = limit
): string => {
  if (!taken.has(wanted)) return wanted
  for (let count = 2; ; count++) {
    const ending = `-${count}`
    const start = [...wanted].slice(0, length - ending.length).join("")
    const candidate = start.replace(/-+$/, "") + ending
    if (!taken.has(candidate)) return candidate
  }
}

/** The slug of a file name without its extension: the name itself where it already is one, else as of a title. */
export const fileSlug = (name: string): string => {
  const lower = name.toLowerCase()
  return /^[a-z0-9_~-][a-z0-9_.~-]{0,99}$/.test(lower) ? lower : slug(name)
}
