/**
 * Before every test file: properties get their seed, bytes are compared quickly, and a test fails whose engines log a secret
 * to the console.
 */
import { inspect } from "node:util"
import * as FastCheck from "effect/FastCheck"
import { afterAll, afterEach, expect } from "vitest"
import { logged, takeLeaks } from "./LogLines.js"

const seed = Number(process.env.LECTERN_SEED)
if (Number.isInteger(seed)) FastCheck.configureGlobal({ ...FastCheck.readConfigureGlobal(), seed })

/** Bytes at once: `toEqual` walks through them one by one otherwise, which takes seconds for each megabyte. */
const sameBytes = (one: unknown, other: unknown): boolean | undefined =>
  one instanceof Uint8Array && other instanceof Uint8Array && one.constructor === other.constructor
    ? Buffer.compare(one, other) === 0
    : undefined

/** Says of a console that it is watched, since several test files share one. */
const watched = Symbol.for("lectern.watched")

if (!(watched in console)) {
  for (const method of ["debug", "error", "info", "log", "warn"] as const) {
    const write = console[method].bind(console)
    console[method] = (...values: ReadonlyArray<unknown>) => {
      logged(values.map((value) => (typeof value === "string" ? value : inspect(value))).join(" "))
      write(...values)
    }
  }
  Object.defineProperty(console, watched, { value: true })
  expect.addEqualityTesters([sameBytes])
}

const failOnLeaks = (): void => {
  const leaks = takeLeaks()
  if (leaks.length > 0) throw new Error(leaks.join("\n"))
}
afterEach(failOnLeaks)
afterAll(failOnLeaks)
