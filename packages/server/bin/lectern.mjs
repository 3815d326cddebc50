#!/usr/bin/env node
import { existsSync } from "node:fs"

const [major, minor] = process.versions.node.split(".").map(Number)
const program = new URL("../dist/program/lectern.js", import.meta.url)
const refuse = (why) => {
  process.stderr.write(`lectern: ${why}\n`)
  process.exitCode = 1
}
if (major < 20 || (major === 20 && minor < 11)) refuse(`needs Node.js 20.11 or newer, this is ${process.versions.node}`)
else if (!existsSync(program)) refuse("not built yet; run npm run build")
else await import(program.href)
