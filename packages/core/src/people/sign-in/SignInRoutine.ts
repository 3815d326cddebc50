/** Deletes expired records of signing in. */
import * as Effect from "effect/Effect"
import type { Routine } from "../../storage/services/Routine.js"
import type { Actor } from "../access/Actor.js"
import { signIn } from "./LazySignIn.js"
import type { SignIn } from "./SignIn.js"

/** Removes expired sessions, one-time links, challenges and failed attempts. */
export const signInCleaning: Routine<SignIn | Actor> = {
  name: "sign-in",
  schedule: "cleaning",
  round: () =>
    Effect.as(
      Effect.flatMap(signIn.tag, ({ clean }) => clean()),
      undefined
    )
}
