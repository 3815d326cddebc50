/** `lectern backup` */
import { Effect } from "effect"
import { encryptionKey } from "../backup/Encryption.js"
import { locate } from "../backup/Locating.js"
import { writeBackup } from "../backup/WriteBackup.js"
import { bytesText } from "../files/SourceFile.js"
import type { Handler } from "../Handlers.js"
import { WrongUsage } from "../output/Failures.js"
import { note, print, printJson } from "../output/Output.js"
import { placeOf } from "../workspace/Place.js"

const parseKeep = (text: string | undefined): Effect.Effect<number | undefined, WrongUsage> => {
  if (text === undefined) return Effect.succeed(undefined)
  return /^[1-9]\d{0,5}$/.test(text)
    ? Effect.succeed(Number(text))
    : new WrongUsage({ message: `--keep: expected a number from 1, got ${JSON.stringify(text)}` })
}

/** `lectern backup <file>` */
export const backup: Handler<"backup"> = ({ file, force, json, keep: kept, ...options }, settings) =>
  Effect.gen(function* () {
    const [keep, key] = [yield* parseKeep(kept), yield* encryptionKey(options)]
    const written = yield* writeBackup(settings, yield* locate(file, settings), { force, keep, key })
    if (json) return yield* printJson(written)
    yield* note(`Backed up ${placeOf(settings)}, ${bytesText(written.bytes)}, into:`)
    yield* print(written.file)
    for (const removed of written.removed) yield* note(`Removed ${removed}.`)
  })
