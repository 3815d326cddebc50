import { describe, expect, it } from "vitest"
import { addressOf, checkAddresses } from "../lib/addresses.mjs"
import { publicModules, publishedManifest } from "../lib/packing.mjs"
import { unsaid, withSince } from "../lib/since.mjs"
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
  const text = [
    "/** A module. */",
    'import { z } from "z"',
    "",
    "/** One line. */",
    "export const a = z",
    "",
    "/**",
    " * Several",
    " * lines.",
    " */",
    "export interface B {}",
    "",
    "/**",
    " * Said.",
    " * @since 0.0.9",
    " */",
    "export type C = B",
    "",
    "const hidden = 1",
    "export const d = hidden",
    'export * from "./e.js"'
  ].join("\n")

  it("is missed at every export that is declared", () => expect(unsaid("x.ts", text)).toEqual(["a", "B", "d"]))

  it("is added where it is missing, and nothing else changes", () => {
    const written = withSince("x.ts", text, "0.1.0")
    expect(unsaid("x.ts", written)).toEqual([])
    expect(withSince("x.ts", written, "0.2.0")).toBe(written)
    expect(written).toContain("/**\n * One line.\n * @since 0.1.0\n */\nexport const a")
    expect(written).toContain(" * lines.\n * @since 0.1.0\n */\nexport interface B")
    expect(written).toContain(" * @since 0.0.9\n */\nexport type C")
    const isTag = (line) => !/@since 0\.1\.0/.test(line)
    expect(written.split("\n").filter(isTag).join("\n")).toBe(
      text.replace("/** One line. */", "/**\n * One line.\n */")
    )
  })
})
