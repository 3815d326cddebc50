#!/usr/bin/env node
import { existsSync } from "node:fs"

const program = new URL("../dist/bin.js", import.meta.url)
if (existsSync(program)) await import(program.href)
else {
  process.stderr.write("lectern: not built yet; run npm run build\n")
  process.exitCode = 1
}
