import { createReadStream, readFileSync } from "node:fs"
import { readdir, realpath, stat } from "node:fs/promises"
import { join, sep } from "node:path"
import { Unavailable } from "@lectern/core/errors/Errors"
import {
  defaultLimits,
  type FolderFile,
  type LayoutLimits,
  type Problem,
  type StreamedFile
} from "@lectern/core/git-layout/Folder"
import { configPath } from "@lectern/core/internal/content/git-layout/Config"
import { textPaths } from "@lectern/core/internal/content/git-layout/FolderTexts"
import { isMarkdown } from "@lectern/core/internal/content/git-layout/Paths"
import { giveWay } from "@lectern/core/internal/foundation/scheduling/Turns"
import { pieceSize } from "@lectern/core/internal/storage/blobs/Pieces"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Failed, reasonOf } from "../output/Failures.js"
import type { Report } from "../output/ProgressBar.js"
import { byFile, byPath, bytesText, isLeftOut, isOwn, leftOut, limits, type Source } from "./SourceFile.js"

interface Found {
  readonly path: string
  readonly size: number
}

const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, Failed> =>
  Effect.tryPromise({ try: run, catch: (error) => new Failed({ message: reasonOf(error) }) })

const attemptSync = <A>(run: () => A): Effect.Effect<A, Failed> =>
  Effect.try({ try: run, catch: (error) => new Failed({ message: reasonOf(error) }) })

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
    for (const entry of await readdir(real, { withFileTypes: true })) {
      const { name } = entry
      if (isOwn(name)) continue
      const child = path === "" ? name : `${path}/${name}`
      if (isLeftOut(name)) {
        problems.push({ ...leftOut(child, "is never imported"), severity: "warning" })
        continue
      }
      const at = join(root, child)
      if (entry.isSymbolicLink()) {
        const target = await realpath(at).catch(() => undefined)
        if (target === undefined || !(target === root || target.startsWith(root + sep))) {
          problems.push(leftOut(child, "is a link that leads out of the folder or nowhere"))
          continue
        }
      }
      const status = await stat(at)
      if (status.isDirectory()) await walk(child, [...ancestors, real])
      else if (!status.isFile()) problems.push(leftOut(child, "is not a file"))
      else found.push({ path: child, size: status.size })
    }
  }
  await walk("", [])
  return { found: found.sort(byPath), problems: problems.sort(byFile) }
}

/** A file that is read when its stream is consumed. */
const streamed = (root: string, { path, size }: Found): StreamedFile => ({
  path,
  size,
  stream: Stream.suspend(() =>
    Stream.fromAsyncIterable(
      createReadStream(join(root, path), { highWaterMark: pieceSize }) as AsyncIterable<Uint8Array>,
      (error) => new Unavailable({ message: `${path} cannot be read: ${reasonOf(error)}`, cause: error })
    )
  )
})

/**
 * Lists all files of a folder and reads the texts of its layout; other files are streams. `.git` is not part of it;
 * `node_modules` or a link out of the folder is reported as omitted, and oversized files are handled by `readLayout`.
 * Fails if the folder cannot be read, or has more files or texts than an import may have.
 */
export const readFolder = Effect.fnUntraced(function* (
  folder: string,
  report: Report,
  { page, text }: Pick<LayoutLimits, "page" | "text"> = defaultLimits
) {
  const root = yield* attempt(() => realpath(folder))
  const { found, problems } = yield* attempt(() => list(root))
  const read = (path: string) => attemptSync(() => readFileSync(join(root, path)))
  const fits = ({ path, size }: Found): boolean => size <= (isMarkdown(path) ? page : text)
  const config = found.find((file) => file.path === configPath && fits(file))
  const isText = textPaths(
    config === undefined ? undefined : (yield* read(configPath)).toString(),
    found.map(({ path }) => path)
  )
  const open = (file: Found): Effect.Effect<FolderFile | StreamedFile, Failed> =>
    texts.has(file)
      ? Effect.zipLeft(
          Effect.map(read(file.path), (bytes) => ({ path: file.path, bytes: new Uint8Array(bytes) })),
          giveWay
        )
      : Effect.succeed(streamed(root, file))
  const texts = new Set(found.filter((file) => isText(file.path) && fits(file)))
  const total = [...texts].reduce((sum, { size }) => sum + size, 0)
  if (found.length > limits.files || total > limits.textBytes) {
    return yield* new Failed({
      message: `${folder} has ${found.length} files, and ${bytesText(total)} of texts; an import takes up to ${limits.files} files, and ${bytesText(limits.textBytes)} of texts`
    })
  }
  let done = 0
  const files = yield* Effect.forEach(found, (file) => Effect.tap(open(file), () => report(++done, found.length)))
  return { files, problems } satisfies Source
})
