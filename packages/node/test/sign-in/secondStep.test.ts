/** Proofs in addition to the first one: guessed codes and passwords, and proofs that an account does not have. */
import { expect, it } from "@effect/vitest"
import { Credentials } from "@lectern/core/accounts/Credentials"
import { delayAfter } from "@lectern/core/people/rate-limits/Delays"
import { ownRule } from "@lectern/core/people/sign-in/Attempts"
import type { SignedIn } from "@lectern/core/sign-in/SignedIn"
import { SignIn } from "@lectern/core/sign-in/SignIn"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect, TestClock } from "effect"
import { authenticator } from "./authenticator.js"
import {
  addCodes,
  asSession,
  asSystem,
  codeOf,
  engine,
  laptop,
  origin,
  outcome,
  password,
  person,
  signIn
} from "./workspace.js"

const live = engine(MemoryStorage.layer())
const elsewhere = { ...laptop, address: "198.51.100.7" }

type Session = Pick<SignedIn, "secret">

const byCode = ({ secret }: Session, code: string, client = laptop) =>
  Effect.flatMap(SignIn, (service) => asSystem(service.code(secret, { code }, client)))

const byPassword = ({ secret }: Session, typed: string, client = laptop) =>
  Effect.flatMap(SignIn, (service) => asSystem(service.confirmPassword(secret, { password: typed }, client)))

/** Fails until attempts are delayed, each time longer, and returns how a right one ends then, and afterwards. */
const guessing = <A, R, B>(
  wrong: Effect.Effect<A, never, R>,
  right: Effect.Effect<B, never, R>
): Effect.Effect<ReadonlyArray<A | B>, never, R> =>
  Effect.gen(function* () {
    const ends: Array<A | B> = []
    for (let failures = 1; failures <= 6; failures++) {
      ends.push(yield* wrong)
      const delay = delayAfter(failures, ownRule)
      if (delay === 0) continue
      yield* TestClock.adjust(delay - 1)
      ends.push(yield* right)
      yield* TestClock.adjust(1)
    }
    return ends
  })

const delayed = ["Invalid", "Invalid", "Invalid", ...Array.from({ length: 3 }, () => ["Invalid", "RateLimited"]).flat()]

it.effect("guessing codes waits longer after each failure, for one address", () =>
  Effect.gen(function* () {
    const ada = yield* person("Ada")
    const secret = yield* addCodes(ada.session)
    const { password: signIn } = yield* SignIn
    const waiting = yield* asSystem(signIn({ email: ada.email, password }, laptop))
    const right = Effect.flatMap(codeOf(secret, 1), (code) => outcome(byCode(waiting, code)))
    expect(yield* guessing(outcome(byCode(waiting, "000000")), right)).toEqual(delayed)
    const other = yield* asSystem(signIn({ email: ada.email, password }, elsewhere))
    expect(yield* outcome(byCode(other, yield* codeOf(secret, 1), elsewhere))).toBe("ok")
  }).pipe(Effect.provide(live))
)

it.effect("guessing the password of a session waits longer after each failure, for one address", () =>
  Effect.gen(function* () {
    const { session } = yield* person("Ada")
    expect(yield* guessing(outcome(byPassword(session, "wrong")), outcome(byPassword(session, password)))).toEqual(
      delayed
    )
    expect(yield* outcome(byPassword(session, password, elsewhere))).toBe("ok")
  }).pipe(Effect.provide(live))
)

it.effect("nothing is a proof that the account does not have", () =>
  Effect.gen(function* () {
    const credentials = yield* Credentials
    const ada = yield* person("Ada")
    const own = asSession(ada.session)
    expect(yield* outcome(byCode(ada.session, "000000"))).toBe("Invalid")
    expect(yield* outcome(own(credentials.confirmTotp({ code: "000000" })))).toBe("Invalid")
    const secret = yield* addCodes(ada.session)
    const waiting = yield* asSystem((yield* SignIn).password({ email: ada.email, password }, laptop))
    expect(yield* outcome(byPassword(waiting, password))).toBe("Unauthenticated")
    expect(yield* outcome(byCode(waiting, yield* codeOf(secret, 1)))).toBe("ok")
  }).pipe(Effect.provide(live))
)

it.effect("no passkey is made or taken where the server has no host name", () =>
  Effect.gen(function* () {
    const credentials = yield* Credentials
    const { passkey } = yield* SignIn
    const { session } = yield* person("Ada")
    const device = authenticator("https://192.0.2.1")
    const made = device.create({ challenge: "AAAA", rp: { id: "192.0.2.1", name: "" } } as never)
    expect(yield* outcome(asSession(session)(credentials.passkeyOptions()))).toBe("Conflict")
    expect(yield* outcome(asSession(session)(credentials.addPasskey(made, { label: "Laptop" })))).toBe("Conflict")
    expect(yield* outcome(asSystem(passkey(made, laptop)))).toBe("Conflict")
  }).pipe(Effect.provide(engine(MemoryStorage.layer(), { baseUrl: "https://192.0.2.1" })))
)

it.effect("a session is told which proofs its account has beside a password: the strongest alone", () =>
  Effect.gen(function* () {
    const { means } = yield* SignIn
    const credentials = yield* Credentials
    const ada = yield* person("Ada")
    const bob = yield* person("Bob")
    const device = authenticator(origin)
    const meansOf = ({ secret }: Session) => asSystem(means(secret))
    const none = { email: ada.email, waiting: false, password: true, totp: false, passkey: false, provider: false }
    expect(yield* meansOf(ada.session)).toEqual(none)
    yield* addCodes(ada.session)
    expect(yield* meansOf(ada.session)).toEqual({ ...none, password: false, totp: true })
    const waiting = yield* signIn(ada.email, password)
    expect(yield* meansOf(waiting)).toEqual({ ...none, password: false, totp: true, waiting: true })
    yield* asSession(bob.session)(
      Effect.flatMap(credentials.passkeyOptions(), (options) =>
        credentials.addPasskey(device.create(options), { label: "Laptop" })
      )
    )
    expect(yield* meansOf(bob.session)).toEqual({ ...none, email: bob.email, password: false, passkey: true })
  }).pipe(Effect.provide(live))
)

it.effect("nothing is proved to a session that has ended, however it did", () =>
  Effect.gen(function* () {
    const { means } = yield* SignIn
    const ada = yield* person("Ada")
    const idle = yield* signIn(ada.email, password)
    const secret = yield* addCodes(ada.session)
    const waiting = yield* signIn(ada.email, password)
    yield* TestClock.adjust("10 minutes")
    expect(yield* outcome(byCode(waiting, yield* codeOf(secret)))).toBe("Unauthenticated")
    expect(yield* outcome(asSystem(means(waiting.secret)))).toBe("Unauthenticated")
    expect(yield* outcome(byPassword(idle, password))).toBe("ok")
    yield* TestClock.adjust("7 days")
    for (const proof of [byCode(ada.session, yield* codeOf(secret)), byPassword(ada.session, password)]) {
      expect(yield* outcome(proof)).toBe("Unauthenticated")
    }
  }).pipe(Effect.provide(live))
)
