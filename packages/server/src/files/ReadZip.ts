import { readFile, stat } from "node:fs/promises"
import { unzip } from "@lectern/core/internal/content/git-layout/Zip"
import * as Effect from "effect/Effect"
import { Failed, reasonOf } from "../output/Failures.js"
import { bytesText, limits, type Source } from "./SourceFile.js"

/** Reads all files of a zip archive. Fails if the archive is broken or larger than an import may be. */
export const readZip = (file: string): Effect.Effect<Source, Failed> =>
  Effect.tryPromise({
    try: async () => {
      const { size } = await stat(file)
      if (size > limits.archiveBytes) throw new Error(`expected at most ${bytesText(limits.archiveBytes)}`)
      const { files, problems } = unzip(await readFile(file))
      const [problem] = problems
      if (files.length === 0 && problem !== undefined) throw new Error(problem.message)
      return { files, problems }
    },
    catch: (error) => new Failed({ message: `${file} cannot be read as a zip archive: ${reasonOf(error)}` })
  })
