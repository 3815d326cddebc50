/** The emoji of a page, which may be given as its code points in hex. */
export const emojiOf = (written: string): string =>
  /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(written)
    ? String.fromCodePoint(...written.split("-").map((code) => Math.min(Number.parseInt(code, 16), 0x10ffff)))
    : written
