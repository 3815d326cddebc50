import { lstat, readdir, readFile, realpath, stat } from "node:fs/promises"
import { join, sep } from "node:path"
import type { Problem } from "@lectern/core/git-layout/Folder"
import { Effect } from "effect"
import { Failed, reasonOf } from "../output/Failures.js"
import type { Report } from "../output/Progress.js"
import { byFile, byPath, bytesText, isLeftOut, isOwn, leftOut, limits, type Source, tooLarge } from "./SourceFile.js"

interface Found {
  readonly path: string
  readonly size: number
}

const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, Failed> =>
  Effect.tryPromise({ try: run, catch: (error) => new Failed({ message: reasonOf(error) }) })

/** Lists a folder. A link inside it may lead to a file or a folder of the same root, and is never followed twice. */
const list = async (root: string): Promise<{ found: Array<Found>; problems: Array<Problem> }> => {
  const found: Array<Found> = []
  const problems: Array<Problem> = []
  const walk = async (path: string, ancestors: ReadonlyArray<string>): Promise<void> => {
    const real = await realpath(join(root, path))
    if (ancestors.includes(real)) {
      problems.push(leftOut(path, "is a link to a folder that contains it"))
      return
    }
    for (const name of await readdir(real)) {
      if (isOwn(name)) continue
      const child = path === "" ? name : `${path}/${name}`
      if (isLeftOut(name)) {
        problems.push({ ...leftOut(child, "is not taken over"), severity: "warning" })
        continue
      }
      const at = join(root, child)
      if ((await lstat(at)).isSymbolicLink()) {
        const target = await realpath(at).catch(() => undefined)
        if (target === undefined || !(target === root || target.startsWith(root + sep))) {
          problems.push(leftOut(child, "is a link that leads out of the folder or nowhere"))
          continue
        }
      }
      const status = await stat(at)
      if (status.isDirectory()) await walk(child, [...ancestors, real])
      else if (!status.isFile()) problems.push(leftOut(child, "is not a file"))
      else if (status.size > limits.fileBytes) problems.push(leftOut(child, tooLarge(status.size)))
      else found.push({ path: child, size: status.size })
    }
  }
  await walk("", [])
  return { found: found.sort(byPath), problems: problems.sort(byFile) }
}

/**
 * Reads all files of a folder. `.git` is not part of it; `node_modules`, what is too large, or a link out of the folder, is
 * reported as left out. Fails where the folder cannot be read or is larger than an import may be.
 */
export const readFolder = Effect.fnUntraced(function* (folder: string, report: Report) {
  const root = yield* attempt(() => realpath(folder))
  const { found, problems } = yield* attempt(() => list(root))
  const total = found.reduce((sum, file) => sum + file.size, 0)
  if (found.length > limits.files || total > limits.totalBytes) {
    return yield* new Failed({
      message: `${folder} has ${found.length} files of ${bytesText(total)} in all; an import takes up to ${limits.files} files of ${bytesText(limits.totalBytes)}`
    })
  }
  let done = 0
  const files = yield* Effect.forEach(
    found,
    ({ path }) =>
      attempt(() => readFile(join(root, path))).pipe(
        Effect.map((bytes) => ({ path, bytes: new Uint8Array(bytes) })),
        Effect.tap(() => report(++done, found.length))
      ),
    { concurrency: 16 }
  )
  return { files, problems } satisfies Source
})
