/** `lectern backup` */
import { resolve } from "node:path"
import { Effect } from "effect"
import { writeBackup } from "../backup/WriteBackup.js"
import { bytesText } from "../files/SourceFile.js"
import type { Handler } from "../Handlers.js"
import { note, print, printJson } from "../output/Output.js"

/** `lectern backup <file>` */
export const backup: Handler<"backup"> = ({ file, force, json }, settings) =>
  Effect.gen(function* () {
    const target = resolve(file)
    const written = yield* writeBackup(settings, target, force)
    if (json) return yield* printJson({ file: target, ...written })
    yield* note(`Backed up ${settings.dataDir}, ${bytesText(written.bytes)}, into:`)
    yield* print(target)
  })
