/**
 * `npm run pack -- FOLDER`: builds all packages, and writes the tarball of each published one to a folder. It packs
 * copies, so the checkout does not change. `--no-reference` omits the API reference from the server's manual, since
 * generating it takes half a minute.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { bundle } from "./lib/bundle.mjs"
import { published, stage, unexported } from "./lib/packing.mjs"
import { addReference } from "./lib/reference.mjs"
import { build, Failure, main } from "./lib/toolchain.mjs"

await main(async () => {
  const { values, positionals } = parseArgs({
    options: { "no-reference": { type: "boolean" } },
    allowPositionals: true
  })
  const [folder] = positionals
  if (folder === undefined) throw new Failure("Usage: npm run pack -- FOLDER")
  const target = resolve(folder)
  mkdirSync(target, { recursive: true })
  build()
  await bundle({ clean: true })

  const staging = mkdtempSync(join(tmpdir(), "lectern-pack-"))
  try {
    const folders = new Map(published().map((name) => [name, join(staging, name)]))
    for (const [name, at] of folders) stage(name, at)
    if (!values["no-reference"]) await addReference(join(staging, "server/docs"))
    const problems = unexported(folders)
    if (problems.length > 0) throw new Failure(problems.join("\n"))
    const { status, stdout, stderr } = spawnSync(
      "npm",
      ["pack", "--json", "--pack-destination", target, ...folders.values()],
      {
        encoding: "utf8",
        maxBuffer: 1 << 28,
        shell: process.platform === "win32"
      }
    )
    if (status !== 0) throw new Failure(stderr)
    for (const { filename, size, unpackedSize, entryCount } of Object.values(JSON.parse(stdout))) {
      console.log(
        `${filename}: ${Math.round(size / 1024)} KB, ${Math.round(unpackedSize / 1024)} KB in ${entryCount} files`
      )
    }
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
})
