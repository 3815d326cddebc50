import { open } from "node:fs/promises"

/** Forces the entries of a folder to the disk. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
