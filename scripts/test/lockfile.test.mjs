import { describe, expect, it } from "vitest"
import { complete, missingEntries } from "../lib/lockfile.mjs"

const lockfile = {
  lockfileVersion: 3,
  packages: {
    "": { name: "x" },
    "node_modules/tool": {
      version: "1.0.0",
      dev: true,
      optionalDependencies: {
        "@tool/linux-x64": "1.0.0",
        "@tool/linux-x64-musl": "1.0.0",
        "@tool/darwin-arm64": "1.0.0",
        fsevents: "~2.3.2"
      }
    },
    "node_modules/@tool/linux-x64": { version: "1.0.0", optional: true }
  }
}

describe("lock file", () => {
  it("gets an entry for every platform, so that npm takes it on all of them", () => {
    const { packages } = complete(lockfile)
    expect(packages["node_modules/@tool/linux-x64-musl"]).toEqual({
      version: "1.0.0",
      cpu: ["x64"],
      dev: true,
      libc: ["musl"],
      optional: true,
      os: ["linux"]
    })
    expect(packages["node_modules/@tool/darwin-arm64"]).toMatchObject({ cpu: ["arm64"], os: ["darwin"] })
    expect(Object.keys(packages)).toHaveLength(5)
    expect(missingEntries({ packages }).size).toBe(0)
  })

  it("finds what is installed inside the package that wants it", () => {
    const packages = {
      "": {},
      "node_modules/a": {},
      "node_modules/a/node_modules/b": { optionalDependencies: { "c-linux-x64": "1.0.0" } },
      "node_modules/a/node_modules/c-linux-x64": { version: "1.0.0" }
    }
    expect(missingEntries({ packages }).size).toBe(0)
  })

  it("refuses to guess", () => {
    const packages = { "": {}, "node_modules/a": { optionalDependencies: { mystery: "1.0.0" } } }
    expect(() => missingEntries({ packages })).toThrow("mystery is missing and does not name its platform")
  })
})
