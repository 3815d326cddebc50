import { describe, expect, it } from "vitest"
import { addressOf, checkAddresses } from "../lib/addresses.mjs"
import { publicModules, publishedManifest } from "../lib/packing.mjs"
import { isSaid, withSince } from "../lib/since.mjs"
import { declarationsOf } from "../lib/surface.mjs"
import { root } from "../lib/toolchain.mjs"

const both = (module) => ({ "lectern-source": `./src/${module}.ts`, default: `./dist/${module}.js` })
const manifest = {
  name: "@lectern/core",
  exports: {
    ".": both("index"),
    "./spaces/Space": both("people/places/Space"),
    "./internal/*": both("*"),
    "./package.json": "./package.json",
    "./*": { "lectern-source": "./src/*.ts" }
  },
  scripts: { prepack: "x" },
  devDependencies: { effect: "3.22.4" },
  peerDependencies: { effect: "^3.22.0" }
}

describe("a published manifest", () => {
  it("leads to what is built only, and leaves out what only the workspace needs", () => {
    expect(publishedManifest(manifest)).toEqual({
      name: "@lectern/core",
      exports: {
        ".": "./dist/index.js",
        "./spaces/Space": "./dist/people/places/Space.js",
        "./internal/*": "./dist/*.js",
        "./package.json": "./package.json"
      },
      peerDependencies: { effect: "^3.22.0" }
    })
  })

  it("keeps other conditions", () => {
    const target = { "lectern-source": "./src/a.ts", browser: "./dist/b.js", default: "./dist/a.js" }
    expect(publishedManifest({ exports: { ".": target } }).exports).toEqual({
      ".": { browser: "./dist/b.js", default: "./dist/a.js" }
    })
  })
})

describe("addresses", () => {
  const addresses = publicModules(manifest)

  it.each([
    ["@lectern/core", "@lectern/core"],
    ["@lectern/core/spaces/Space", "@lectern/core/spaces/Space"],
    ["@lectern/core/internal/people/places/Space", "@lectern/core/spaces/Space"],
    ["@lectern/core/people/places/SpaceRepository", "@lectern/core/internal/people/places/SpaceRepository"],
    ["@lectern/core/internal/people/places/SpaceRepository", "@lectern/core/internal/people/places/SpaceRepository"],
    ["@lectern/core/package.json", "@lectern/core/package.json"]
  ])("%s is written as %s", (specifier, written) => expect(addressOf(addresses, specifier)).toBe(written))

  it("are right in every package, and public in all that users are shown", () => {
    expect(checkAddresses(root)).toEqual([])
  })
})

describe("the public surface", () => {
  it("is every declaration without comments and imports", () => {
    const text = [
      'import { A } from "./a.js"',
      "/** What it is. */",
      "export interface B {",
      "    /** A field. */",
      "    readonly a: A;",
      "}",
      "export declare const c: B;",
      "export {};"
    ].join("\n")
    expect(declarationsOf("x.d.ts", text)).toEqual([
      "export interface B {\n    readonly a: A;\n}",
      "export declare const c: B;"
    ])
  })
})

describe("@since", () => {
  it.each([
    ['import { z } from "z"\n', '/** @since 0.1.0 */\nimport { z } from "z"\n'],
    ['export * from "./e.js"\n', '/** @since 0.1.0 */\nexport * from "./e.js"\n'],
    ["/** A number. */\nexport const a = 1\n", "/** @since 0.1.0 */\n\n/** A number. */\nexport const a = 1\n"],
    ["/** A module. */\nimport z\n", "/**\n * A module.\n * @since 0.1.0\n */\nimport z\n"],
    ["/**\n * Of\n * two lines.\n */\n\nimport z\n", "/**\n * Of\n * two lines.\n * @since 0.1.0\n */\n\nimport z\n"],
    ["/** @since 0.0.9 */\nimport z\n", "/** @since 0.0.9 */\nimport z\n"]
  ])("is in the docstring that a module begins with: %j", (text, expected) => {
    const written = withSince(text, "0.1.0")
    expect(written).toBe(expected)
    expect(isSaid(written)).toBe(true)
    expect(isSaid(text)).toBe(text === expected)
    expect(withSince(written, "0.2.0")).toBe(written)
  })
})
