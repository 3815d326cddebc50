/** The style element that the server puts into the head of each page. */
const styleElement = /<style>([^<]*)<\/style>/

/** The style in the head of a page; empty if it has none. */
export const styleOf = (html: string): string => styleElement.exec(html)?.[1] ?? ""

/** A page without the style in its head. */
export const withoutStyle = (html: string): string => html.replace(styleElement, "")
