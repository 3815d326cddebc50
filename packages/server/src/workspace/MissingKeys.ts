/** Reports the features that do not work because the key file lacks a key that encrypted secrets. */
import { Secrets } from "@lectern/core/sealed-secrets/Secrets"
import * as Effect from "effect/Effect"
import type { Settings } from "../config/Settings.js"
import { keyFile } from "./Place.js"

/** One sentence for each missing key. */
export const missingKeys = (settings: Settings) =>
  Effect.map(
    Effect.flatMap(Secrets, ({ keys }) => keys()),
    (all) =>
      all
        .filter(({ state }) => state === "missing")
        .map(({ key, secrets }) => {
          const without = secrets.map((each) => `${each.without} (${each.count} ${each.of})`).join(", ")
          return `The encryption key ${key} is missing: add its line to ${keyFile(settings)}. Without it ${without}.`
        })
  )
