/** The XML that sites answer with. */

/** The characters that XML 1.0 cannot contain, in any notation. */
const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** A document of XML from its root element, without the characters that make XML invalid. */
export const xmlDocument = (root: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${root.replace(illegal, "")}\n`
