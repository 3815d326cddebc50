import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { modulesToExport, withExports } from "../lib/publicModules.mjs"

const folder = mkdtempSync(join(tmpdir(), "lectern-modules-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tagged = (name) => `/**\n * A value.\n * @since 0.1.0\n */\nexport const ${name} = 1\n`

describe("public modules", () => {
  it("are those with tagged exports that no other module exports again", () => {
    mkdirSync(join(folder, "src/things"), { recursive: true })
    const files = {
      "index.ts": 'export * from "./things/Thing.js"\n',
      "things/Thing.ts": `import { ThingId } from "./ThingId.js"\nexport { ThingId }\n${tagged("Thing")}`,
      "things/ThingId.ts": tagged("ThingId"),
      "things/ThingKind.ts": tagged("ThingKind"),
      "things/ThingKinds.ts": 'export * from "./ThingKind.js"\n',
      "things/ThingRepository.ts": "/** Rows. */\nexport const rows = 1\n"
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "src", name), text)
    expect(modulesToExport(folder)).toEqual(["things/Thing.ts"])
  })

  it("are added to a manifest in the order of their paths", () => {
    const target = (path) => ({ "lectern-source": `./src/${path}.ts`, default: `./dist/${path}.js` })
    const exports = {
      ".": target("index"),
      "./*": {},
      "./Lectern": target("Lectern"),
      "./teams/Team": target("teams/Team"),
      "./internal/*": {}
    }
    const after = withExports({ exports }, ["spaces/Space.ts", "teams/Team.ts", "users/User.ts"])
    expect(Object.keys(after.exports)).toEqual([
      ".",
      "./*",
      "./Lectern",
      "./spaces/Space",
      "./teams/Team",
      "./users/User",
      "./internal/*"
    ])
    expect(after.exports["./users/User"]).toEqual(target("users/User"))
  })
})
