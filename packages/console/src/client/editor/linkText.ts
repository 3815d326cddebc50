/** Writes the text of a link. */

/** A text as a link has it. */
export const linkText = (text: string): string => text.replace(/[[\]\\]/g, "\\$&").replace(/\s+/g, " ")
