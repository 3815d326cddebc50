/** Who may read what this program writes: its user, and nobody else. */

/** The permissions that new files and folders never have: those of the group and of everybody else. */
const othersMask = 0o077

/**
 * Makes every file and folder that this process and its children create from now on private to its user: 0600 and
 * 0700, whatever the umask that the process was started with. Databases and what SQLite puts beside them, blobs,
 * uploads, exports, archives and the token file are covered alike, so no writer needs to think of it.
 */
export const keepFilesPrivate = (): void => {
  process.umask(othersMask)
}
