/**
 * A folder that a site is exported into: only changed files are written, and only files from earlier exports are
 * removed.
 */
import { appendFileSync } from "node:fs"
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { Unavailable } from "@lectern/core/errors/Errors"
import type { StreamedFile } from "@lectern/core/git-layout/Folder"
import { isSafePath } from "@lectern/core/internal/content/git-layout/Paths"
import { isStreamed } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import type { ExportedFile } from "@lectern/reader/internal/export/SiteExport"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Failed, reasonOf } from "../output/Failures.js"
import {
  attempt,
  attemptNow,
  orUndefined,
  removeOne,
  statusOf,
  type WriteFile,
  type Written,
  writerInto
} from "./WriteFolder.js"

/** The record of what exports have written: its site, and then a path on each line. */
const recordName = ".lectern-site"

const decodeHeader = Schema.decodeUnknownOption(Schema.parseJson(Schema.Struct({ site: Schema.String })))

/** The compressed forms of texts, for servers that send them unchanged. */
const forms = {
  ".gz": (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }),
  ".br": (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    })
} as const

/** How a site is written. */
interface SiteFolderOptions {
  /** Whether the folder may contain other files, and whether conflicting ones are replaced. */
  readonly force: boolean
  /** Whether to write compressed forms of texts, too. */
  readonly compress: boolean
}

// Small files are requested and written synchronously, since waiting takes longer than the work.
const exists = (path: string) => attemptNow(() => statusOf(path) !== undefined)

/** The paths that earlier exports of a site have written; fails if the folder belongs to something else. */
const recorded = async (folder: string, site: string, force: boolean): Promise<ReadonlySet<string>> => {
  const names = await orUndefined(readdir(folder))
  if (names === undefined || names.length === 0) return new Set()
  const text = await orUndefined(readFile(join(folder, recordName), "utf8"))
  const [header = "", ...paths] = (text ?? "").split("\n")
  const read = decodeHeader(header)
  if (read._tag === "Some" && read.value.site === site) return new Set(paths.filter(isSafePath))
  if (force) return new Set()
  throw new Error(`${folder} is not empty and not an earlier export of this site; --force writes into it anyway`)
}

/** Opens a folder for the files of a site. */
export const openSiteFolder = Effect.fnUntraced(function* (
  folder: string,
  site: string,
  { compress, force }: SiteFolderOptions
) {
  const record = join(folder, recordName)
  const earlier = yield* attempt(() => recorded(folder, site, force))
  const recordOf = (paths: Iterable<string>) => `${[JSON.stringify({ site }), ...paths].join("\n")}\n`
  const keepRecord = (paths: Iterable<string>) =>
    attempt(async () => {
      await writeFile(`${record}.tmp`, recordOf(paths))
      await rename(`${record}.tmp`, record)
    })
  yield* attempt(() => mkdir(folder, { recursive: true }))
  yield* keepRecord(earlier)
  const kept = new Set<string>()
  const writeInto = writerInto(folder)
  const counts = { written: 0, unchanged: 0, removed: 0 }

  /** A path is recorded before its file is written, so that an interrupted export leaves no unrecorded file. */
  const claim = Effect.fnUntraced(function* (path: string) {
    if (!isSafePath(path)) return yield* new Failed({ message: `the path ${path} leads out of the folder` })
    kept.add(path)
    if (earlier.has(path)) return
    const target = join(folder, path)
    if (!force && (yield* exists(target))) {
      return yield* new Failed({
        message: `${target} is in the way: it was not written by lectern publish; --force replaces it`
      })
    }
    yield* attemptNow(() => appendFileSync(record, `${path}\n`))
  })

  const put = Effect.fnUntraced(function* (file: Parameters<WriteFile>[0]) {
    yield* claim(file.path)
    const isNew = yield* writeInto(file)
    counts[isNew ? "written" : "unchanged"]++
    return isNew
  })

  const write = Effect.fnUntraced(function* ({ body, isText, path }: ExportedFile) {
    if (typeof body !== "string" && isStreamed(body)) {
      const file: StreamedFile = {
        path,
        size: body.length ?? 0,
        stream: Stream.fromAsyncIterable(
          body.chunks,
          (error) => new Unavailable({ message: `${path} cannot be read: ${reasonOf(error)}`, cause: error })
        )
      }
      yield* put(file)
      return
    }
    const bytes = typeof body === "string" ? Buffer.from(body) : body
    const isNew = yield* put({ path, bytes })
    if (!compress || !isText) return
    for (const [suffix, compressed] of Object.entries(forms)) {
      const form = `${path}${suffix}`
      if (!isNew && earlier.has(form) && (yield* exists(join(folder, form)))) {
        kept.add(form)
        counts.unchanged++
      } else yield* put({ path: form, bytes: yield* attempt(() => compressed(bytes)) })
    }
  })

  /** Keeps a file of an earlier export; returns whether it is there. */
  const keep = (path: string) =>
    Effect.map(exists(join(folder, path)), (isThere) => {
      if (!isThere || !earlier.has(path)) return false
      kept.add(path)
      counts.unchanged++
      return true
    })

  /** Removes files that earlier exports wrote and this one did not. */
  const finish = Effect.gen(function* () {
    for (const path of earlier) {
      if (!kept.has(path) && (yield* attempt(() => removeOne(folder, path)))) counts.removed++
    }
    yield* keepRecord([...kept].sort())
    return { ...counts } satisfies Written
  })
  return { write, keep, finish }
})
