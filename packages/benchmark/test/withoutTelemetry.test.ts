import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { removed, withoutTelemetry } from "../src/WithoutTelemetry.js"

const packages = new URL("../../", import.meta.url)
const sourceOf = (module: string): string =>
  readFileSync(new URL(module.replace("/", "/src/").concat(".ts"), packages), "utf8")

/** The modules of the folders that every request goes through. */
const onTheWay = ["http/foundation/dispatcher", "core/people/access"].flatMap((folder) =>
  readdirSync(new URL(`${folder.replace("/", "/src/")}/`, packages)).map(
    (file) => `${folder}/${file.replace(/\.ts$/, "")}`
  )
)

it("removes telemetry from every module on the way of a request that uses it", () => {
  const using = onTheWay.filter((module) => /^import \{.*\} from ".*telemetry\/\w+(?:\.js)?"$/m.test(sourceOf(module)))
  expect(using.sort()).toEqual(Object.keys(removed).sort())
})

it.each(Object.keys(removed))("finds each of its expressions once in %s", (module) => {
  const source = sourceOf(module)
  expect(withoutTelemetry(module, source)).not.toBe(source)
  expect(() => withoutTelemetry(module, "")).toThrow("has not exactly once")
  expect(() => withoutTelemetry(module, source + source)).toThrow("has not exactly once")
})
