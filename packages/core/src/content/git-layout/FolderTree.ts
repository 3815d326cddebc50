/** Paths as a tree of the folders that contain them. */
import { directory } from "./Paths.js"

/** A folder with the paths of its own files, and the folders in it by name. */
export interface FolderTree {
  readonly path: string
  readonly files: Array<string>
  readonly folders: Map<string, FolderTree>
}

/** The tree of some paths under a root, which is empty for the top. */
export const folderTree = (paths: Iterable<string>, root: string): FolderTree => {
  const top: FolderTree = { path: root, files: [], folders: new Map() }
  for (const path of paths) {
    let folder = top
    const inside = root === "" ? directory(path) : directory(path).slice(root.length + 1)
    for (const name of inside === "" ? [] : inside.split("/")) {
      const child = folder.folders.get(name) ?? {
        path: folder.path === "" ? name : `${folder.path}/${name}`,
        files: [],
        folders: new Map()
      }
      folder.folders.set(name, child)
      folder = child
    }
    folder.files.push(path)
  }
  return top
}
