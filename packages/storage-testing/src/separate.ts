/** Ports that an adapter leaves to another layer. */
import { expect } from "@effect/vitest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { concern, type Suite } from "./harness.js"

/** The suite of a port that is separate: the layer must not have it, since nothing would test it. */
export const separate = <I, S>(title: string, port: Context.Tag<I, S>): Suite<never> =>
  concern<never>(title, ({ test }) => {
    test(
      "is separate, so the layer has none",
      Effect.map(Effect.serviceOption(port), (found) => expect(Option.isNone(found)).toBe(true))
    )
  })
