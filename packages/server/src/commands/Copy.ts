/** `lectern copy` */
import { existsSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { copyWorkspace } from "../copy/CopyWorkspace.js"
import { settingsAt, target } from "../copy/Places.js"
import { bytesText } from "../files/SourceFile.js"
import type { Handler } from "../Handler.js"
import { Failed, reasonOf } from "../output/Failures.js"
import { note, print, printJson } from "../output/Output.js"
import { keyFile, makeDataDir, placeOf, requireWorkspace } from "../workspace/Place.js"
import { runningBase } from "../workspace/RunningServers.js"
import { snapshot } from "../workspace/Snapshot.js"

/** `lectern copy <from> <to>` */
export const copy: Handler<"copy"> = ({ from, json, to }, settings) =>
  Effect.gen(function* () {
    const [source, sink] = [yield* settingsAt(settings, from), yield* settingsAt(settings, to)]
    yield* requireWorkspace(source)
    const running = runningBase(source)
    if (running !== undefined) yield* note(`A server is running at ${running}: later changes are not copied.`)
    const name = placeOf(sink)
    const copied = yield* Effect.scoped(
      Effect.gen(function* () {
        const opened = yield* Layer.build(snapshot(source))
        if (sink.database === undefined) yield* makeDataDir(sink)
        const sides = { name, source: opened, target: yield* Layer.build(target(sink)) }
        return yield* Effect.catchTag(
          copyWorkspace(sides, { search: true }),
          "Unavailable",
          ({ cause, message }) => new Failed({ message: cause instanceof Error ? reasonOf(cause) : message })
        )
      })
    )
    if (json) return yield* printJson({ to: name, ...copied })
    const { bytes, counts, files, tables } = copied
    const rows = `${counts.rows} rows of ${tables} tables, ${counts.counters} counters`
    const others = `${counts["pages in search"]} pages in search and ${files} files of ${bytesText(bytes)}`
    yield* note(`Copied and compared ${rows}, ${others}: nothing differs. The copy is in:`)
    yield* print(name)
    const [keys, copyOfKeys] = [keyFile(source), keyFile(sink)]
    if (existsSync(keys) && !existsSync(copyOfKeys)) {
      yield* note(`Encrypted secrets need the key file: copy ${keys} to ${copyOfKeys}.`)
    }
  })
