/** People who have signed in. */
import type { UserId } from "@lectern/core/users/User"
import * as Argon2 from "@lectern/node/sign-in/Argon2"
import { Redacted } from "effect"
import type { TestSite } from "./site.js"

/** Hashes passwords, cheaply. */
export const passwords = Argon2.layer({ memoryCost: 8, timeCost: 1, parallelism: 1 })

/** The name of the cookie of a session. */
export const sessionName = "__Host-lectern-session"

/** The secret of a new session of a user, over an engine with {@link passwords}. */
export const sessionFor = async ({ lectern }: Pick<TestSite, "lectern">, user: UserId): Promise<string> => {
  const { accounts, signIn } = lectern.asSystem()
  const { url } = await accounts.createLink(user, { administrator: false })
  const { secret } = await signIn.redeem(
    Redacted.make(new URL(url).pathname.split("/").at(-1) ?? ""),
    { password: "correct horse battery staple" },
    { address: "127.0.0.1", device: "a test" }
  )
  return Redacted.value(secret)
}
