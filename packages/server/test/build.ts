/**
 * What is made once, before tests use it in several processes. The tests of the program run what is installed: the
 * bundle, because loading its thousand modules takes longer than most tests.
 */
import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import chromium from "@sparticuz/chromium"
import type { TestProject } from "vitest/node"

const folder = join(dirname(fileURLToPath(import.meta.url)), "..")

/** The file that {@link setup} makes. */
export const bundledProgram = join(folder, "dist/program/lectern.js")

const bundleProgram = (): Promise<unknown> =>
  promisify(execFile)(process.execPath, [join(folder, "../../scripts/bundle.mjs"), "--if-changed"])

/** Its package unpacks it where it is first used, and another process would start what is half written. */
const unpackBrowser = async (place: string): Promise<void> => {
  if (existsSync(join(place, "chromium"))) return
  const { TMPDIR } = process.env
  const unpacked = mkdtempSync(join(place, "browser-"))
  try {
    process.env.TMPDIR = unpacked
    await chromium.executablePath()
    // The browser itself comes last, since it says that the others are there.
    const others = readdirSync(unpacked).filter((name) => name !== "chromium")
    for (const name of [...others, "chromium"]) {
      if (!existsSync(join(place, name))) renameSync(join(unpacked, name), join(place, name))
    }
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    rmSync(unpacked, { recursive: true, force: true })
  }
}

/** Bundles the sources of the program where they have changed, and unpacks the browser where it is not yet. */
export const setup = async ({ config }: TestProject): Promise<void> => {
  await Promise.all([bundleProgram(), unpackBrowser(config.env.TMPDIR ?? tmpdir())])
}
