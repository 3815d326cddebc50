import { expect, it } from "vitest"
import { byModule } from "../lib/effectImports.mjs"

it("imports of Effect as a whole become one import for each module", () => {
  const text = [
    'import { Array as Arr, Effect, type Stream } from "effect"',
    'import type { Scope } from "effect"',
    'import {\n  Context,\n  Schema\n} from "effect"',
    'import { Effect } from "effect/unstable"',
    'import { x } from "./x.js"',
    ""
  ].join("\n")
  const modules = [
    'import * as Arr from "effect/Array"',
    'import * as Effect from "effect/Effect"',
    'import type * as Stream from "effect/Stream"',
    'import type * as Scope from "effect/Scope"',
    'import * as Context from "effect/Context"',
    'import * as Schema from "effect/Schema"',
    'import { Effect } from "effect/unstable"',
    'import { x } from "./x.js"',
    ""
  ].join("\n")
  expect(byModule(text)).toBe(modules)
  expect(byModule(modules)).toBe(modules)
})
