/** Recognises keys and tokens among words, so that none is stored as a search. */

/** The shortest key of a share link is longer, and so is every token. */
const runs = /[A-Za-z0-9_-]{16,}/g

/** Words and numbers with dashes between them, such as `windows-server-2025`, or one long word. */
const plain = /^[a-z]+(?:[-_](?:[a-z]+|\d+))*$/i

const upperShare = (run: string): number => run.replaceAll(/[^A-Z]/g, "").length / run.length

/** Whether a text has a run of characters that looks random, as keys, tokens and ids do, rather than like words. */
export const looksSecret = (text: string): boolean =>
  (text.match(runs) ?? []).some((run) => !plain.test(run) || (/[a-z]/.test(run) && upperShare(run) > 0.2))
