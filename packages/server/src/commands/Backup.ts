/** `lectern backup` */
import * as Effect from "effect/Effect"
import { encryptionKey } from "../backup/Encryption.js"
import { locate } from "../backup/Locating.js"
import { writeBackup } from "../backup/WriteBackup.js"
import { bytesText } from "../files/SourceFile.js"
import type { Handler } from "../Handler.js"
import { WrongUsage } from "../output/Failures.js"
import { note, print, printJson } from "../output/Output.js"
import { placeOf } from "../workspace/Place.js"

const parseCount = (name: string, text: string | undefined): Effect.Effect<number, WrongUsage> => {
  if (text === undefined) return Effect.succeed(0)
  return /^[1-9]\d{0,5}$/.test(text)
    ? Effect.succeed(Number(text))
    : new WrongUsage({ message: `--${name}: expected a number from 1, got ${JSON.stringify(text)}` })
}

/** `lectern backup <file>` */
export const backup: Handler<"backup"> = ({ file, force, json, keep, "keep-days": keepDays, ...options }, settings) =>
  Effect.gen(function* () {
    const newest = yield* parseCount("keep", keep)
    const days = yield* parseCount("keep-days", keepDays)
    const written = yield* writeBackup(settings, yield* locate(file, settings), {
      force,
      key: yield* encryptionKey(options),
      retention: newest + days === 0 ? undefined : { newest, days }
    })
    if (json) return yield* printJson(written)
    yield* note(`Backed up ${placeOf(settings)}, ${bytesText(written.bytes)}, into:`)
    yield* print(written.file)
    for (const removed of written.removed) yield* note(`Removed ${removed}.`)
  })
