import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../lib/toolchain.mjs"

it("an Effect that is neither yielded nor returned fails the build", () => {
  mkdirSync(join(root, "node_modules/.cache"), { recursive: true })
  const folder = mkdtempSync(join(root, "node_modules/.cache/diagnostics-"))
  try {
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: "../../../tsconfig.base.json",
        compilerOptions: { rootDir: ".", outDir: "dist" },
        files: ["floating.mts"]
      })
    )
    writeFileSync(
      join(folder, "floating.mts"),
      'import { Effect } from "effect"\nexport const f = Effect.gen(function* () {\n  Effect.log("lost")\n  yield* Effect.void\n})\n'
    )
    const tsc = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b", folder], {
      encoding: "utf8"
    })
    expect(tsc.stdout).toContain("effect(floatingEffect)")
    expect(tsc.status).not.toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
