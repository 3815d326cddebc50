/** What somebody has dropped or chosen to import: a document, an archive, or a folder, which is sent as an archive. */
import type { PathedFile } from "../worker/TextQuestions.js"
import { askWorker } from "../worker/TextQuestions.js"
import { texts } from "./texts.js"

/** A file or a folder of this computer. */
export interface Chosen {
  readonly name: string
  /** The files of a folder, or the only one. */
  readonly files: ReadonlyArray<PathedFile>
  /** The names of files and folders that are not sent. */
  readonly leftOut: ReadonlyArray<string>
  readonly isFolder: boolean
}

/** Hidden files and folders that say how a folder of documentation is to be read, or that have pictures of it. */
const read = /^\.(?:gitbook(?:\.yaml)?|obsidian|vitepress|pages|order)$/

/** Whether a file or folder below the one that was chosen is not sent: it has no documentation, and maybe secrets. */
export const isLeftOut = (name: string): boolean =>
  name === "node_modules" || (name.startsWith(".") && !read.test(name))

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((done, fail) => entry.file(done, fail))

const within = async (folder: FileSystemDirectoryEntry): Promise<ReadonlyArray<FileSystemEntry>> => {
  const reader = folder.createReader()
  const found: Array<FileSystemEntry> = []
  for (;;) {
    const some = await new Promise<ReadonlyArray<FileSystemEntry>>((done, fail) => reader.readEntries(done, fail))
    if (some.length === 0) return found
    found.push(...some)
  }
}

/** Reads what was dropped; of a folder, the names of all its files. */
export const chosenOf = async (entries: ReadonlyArray<FileSystemEntry>): Promise<Chosen> => {
  const files: Array<PathedFile> = []
  const leftOut = new Set<string>()
  const gather = async (entry: FileSystemEntry, above: string): Promise<void> => {
    if (entry.isFile) files.push({ path: above + entry.name, file: await fileOf(entry as FileSystemFileEntry) })
    else await gatherAll(await within(entry as FileSystemDirectoryEntry), `${above}${entry.name}/`)
  }
  const gatherAll = async (all: ReadonlyArray<FileSystemEntry>, above: string): Promise<void> => {
    for (const entry of all) {
      if (isLeftOut(entry.name)) leftOut.add(entry.name)
      else await gather(entry, above)
    }
  }
  const [first] = entries
  const isOne = entries.length === 1 && first !== undefined
  const isFolder = !isOne || first.isDirectory
  if (isOne && first.isDirectory) await gatherAll(await within(first as FileSystemDirectoryEntry), "")
  else for (const entry of entries) await gather(entry, "")
  const name = isOne ? first.name : texts.import.several(entries.length)
  return { name, files, leftOut: [...leftOut], isFolder }
}

/** Reads what a field for a file or a folder has; `undefined` if it has nothing. */
export const chosenIn = (list: FileList | null): Chosen | undefined => {
  const [first] = list ?? []
  if (first === undefined || list === null) return undefined
  const top = first.webkitRelativePath.split("/")[0] ?? ""
  if (top === "") return { name: first.name, files: [{ path: first.name, file: first }], leftOut: [], isFolder: false }
  const leftOut = new Set<string>()
  const files = [...list].flatMap((file): ReadonlyArray<PathedFile> => {
    const parts = file.webkitRelativePath.split("/").slice(1)
    const hidden = parts.find(isLeftOut)
    if (hidden !== undefined) leftOut.add(hidden)
    return hidden === undefined ? [{ path: parts.join("/"), file }] : []
  })
  return { name: top, files, leftOut: [...leftOut], isFolder: true }
}

/** The file that is uploaded: a folder becomes an archive. */
export const packed = async ({ files, isFolder, name }: Chosen): Promise<File> => {
  const [first] = files
  if (!isFolder && first !== undefined) return first.file
  return new File([await askWorker("zip", files)], `${name}.zip`, { type: "application/zip" })
}
