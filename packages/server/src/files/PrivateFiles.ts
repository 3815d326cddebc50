/** Makes everything that this program writes readable by its user only. */

/** The umask of new files and folders: no permissions for the group and for others. */
const othersMask = 0o077

/**
 * Makes every file and folder that this process and its children create from now on private to its user: 0600 and 0700,
 * whatever the umask that the process was started with. Databases and the files that SQLite puts next to them, blobs,
 * uploads, exports, archives and the token file are covered alike, so no writer needs to think of it.
 */
export const keepFilesPrivate = (): void => {
  process.umask(othersMask)
}
