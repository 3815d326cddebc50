/** Encryption of archives with age (https://age-encryption.org), which the program of that name reads and writes too. */
import { readFile } from "node:fs/promises"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Failed, reasonOf, WrongUsage } from "../output/Failures.js"
import { hideSecret } from "../output/Redaction.js"

/** The recipients or the passphrase that an archive is encrypted for. */
export type EncryptionKey = { readonly recipients: ReadonlyArray<string> } | { readonly passphrase: Redacted.Redacted }

/** The identities or the passphrase that an archive is decrypted with. */
export type DecryptionKey =
  | { readonly identities: Redacted.Redacted<ReadonlyArray<string>> }
  | { readonly passphrase: Redacted.Redacted }

const age = Effect.promise(() => import("age-encryption"))

const textOf = (file: string): Effect.Effect<string, Failed> =>
  Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: (error) => new Failed({ message: `${file} cannot be read: ${reasonOf(error)}` })
  })

/** The passphrase in a file: its first line. */
const passphraseIn = (file: string): Effect.Effect<{ readonly passphrase: Redacted.Redacted }, Failed> =>
  Effect.flatMap(textOf(file), (text) => {
    const [line = ""] = text.split(/\r?\n/)
    if (line === "") return new Failed({ message: `${file} has no passphrase in its first line` })
    hideSecret(line)
    return Effect.succeed({ passphrase: Redacted.make(line) })
  })

/** The identities in a file, as `age-keygen` writes it. */
const identitiesIn = (
  file: string
): Effect.Effect<{ readonly identities: Redacted.Redacted<ReadonlyArray<string>> }, Failed> =>
  Effect.flatMap(textOf(file), (text) => {
    const lines = text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"))
    if (lines.length === 0 || !lines.every((line) => line.startsWith("AGE-SECRET-KEY-"))) {
      return new Failed({ message: `${file} is not a file of age identities, as age-keygen writes it` })
    }
    for (const line of lines) hideSecret(line)
    return Effect.succeed({ identities: Redacted.make(lines) })
  })

/** The key to encrypt with, from the options of a command. */
export const encryptionKey = (options: {
  readonly recipient: string | undefined
  readonly "passphrase-file": string | undefined
}): Effect.Effect<EncryptionKey | undefined, Failed | WrongUsage> => {
  const { "passphrase-file": file, recipient } = options
  if (recipient !== undefined && file !== undefined) {
    return new WrongUsage({ message: "--recipient and --passphrase-file cannot be combined" })
  }
  if (file !== undefined) return passphraseIn(file)
  return Effect.succeed(recipient === undefined ? undefined : { recipients: recipient.split(",") })
}

/** The key to decrypt with, from the options of a command. */
export const decryptionKey = (options: {
  readonly "identity-file": string | undefined
  readonly "passphrase-file": string | undefined
}): Effect.Effect<DecryptionKey | undefined, Failed | WrongUsage> => {
  const { "identity-file": identities, "passphrase-file": passphrase } = options
  if (identities !== undefined && passphrase !== undefined) {
    return new WrongUsage({ message: "--identity-file and --passphrase-file cannot be combined" })
  }
  if (passphrase !== undefined) return passphraseIn(passphrase)
  return identities === undefined ? Effect.succeed(undefined) : identitiesIn(identities)
}

/** A function that encrypts archives. Fails if a recipient is invalid. */
export const encryption = (
  key: EncryptionKey
): Effect.Effect<(bytes: ReadableStream<Uint8Array>) => Effect.Effect<ReadableStream<Uint8Array>>, WrongUsage> =>
  Effect.gen(function* () {
    const { Encrypter } = yield* age
    const encrypter = new Encrypter()
    if ("passphrase" in key) encrypter.setPassphrase(Redacted.value(key.passphrase))
    else {
      for (const recipient of key.recipients) {
        yield* Effect.try({
          try: () => encrypter.addRecipient(recipient),
          catch: () =>
            new WrongUsage({
              message: `--recipient: expected the public keys of age identities, such as age1…, separated by commas, got ${JSON.stringify(recipient)}`
            })
        })
      }
    }
    return (bytes) => Effect.promise(() => encrypter.encrypt(bytes))
  })

/** The beginning of everything that age has encrypted. */
const mark = Buffer.from("age-encryption.org/v1\n")

/** The first bytes of a stream, at least `length` of them unless it is shorter, and the whole stream again. */
const peek = async (bytes: ReadableStream<Uint8Array>, length: number) => {
  const reader = bytes.getReader()
  const pieces: Array<Uint8Array> = []
  for (let read = 0; read < length; ) {
    const { done, value } = await reader.read()
    if (done) break
    pieces.push(value)
    read += value.length
  }
  const head = Buffer.concat(pieces)
  const whole = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (head.length > 0) controller.enqueue(head)
    },
    pull: async (controller) => {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason)
  })
  return { head, whole }
}

/** The bytes of an archive in clear, whether or not it is encrypted. Fails if the key does not fit. */
export const decrypted = (
  name: string,
  bytes: ReadableStream<Uint8Array>,
  key: DecryptionKey | undefined
): Effect.Effect<ReadableStream<Uint8Array>, Failed> =>
  Effect.gen(function* () {
    const { head, whole } = yield* Effect.tryPromise({
      try: () => peek(bytes, mark.length),
      catch: (error) =>
        error instanceof Failed ? error : new Failed({ message: `${name} cannot be read: ${reasonOf(error)}` })
    })
    if (!head.subarray(0, mark.length).equals(mark)) return whole
    if (key === undefined) {
      return yield* new Failed({ message: `${name} is encrypted: use --identity-file or --passphrase-file` })
    }
    const { Decrypter } = yield* age
    return yield* Effect.tryPromise({
      try: () => {
        const decrypter = new Decrypter()
        if ("passphrase" in key) decrypter.addPassphrase(Redacted.value(key.passphrase))
        else for (const identity of Redacted.value(key.identities)) decrypter.addIdentity(identity)
        return decrypter.decrypt(whole)
      },
      catch: (error) => new Failed({ message: `${name} cannot be decrypted with this key: ${reasonOf(error)}` })
    })
  })
