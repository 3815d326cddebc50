/** The places and people that `npm run places` tries both commands of the README with. */
import { spawnSync } from "node:child_process"
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { delimiter, dirname, join } from "node:path"
import { Failure } from "./toolchain.mjs"

/** Installs a version of Node from npm, and returns the environment in which it is used. */
const withNode = (version) => (base) => {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`
  const folder = join(base, `node-${version}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), "{}")
  const { status } = spawnSync("npm", ["install", "--silent", `${name}@${version}`], { cwd: folder, stdio: "inherit" })
  if (status !== 0) throw new Failure(`Node ${version} could not be installed`)
  return { PATH: `${join(folder, "node_modules", name, "bin")}${delimiter}${process.env.PATH}` }
}

/** Where nobody answers. */
const nowhere = "http://127.0.0.1:9"

const ownPath = [dirname(process.execPath), process.env.PATH].join(delimiter)

/** A path with every program but some, where no prebuilt file can be fetched either. */
const without =
  (programs, path = () => ownPath) =>
  (base) => {
    const bin = join(base, "bin")
    mkdirSync(bin)
    for (const folder of path(base).split(delimiter)) {
      for (const name of existsSync(folder) ? readdirSync(folder) : []) {
        if (!programs.test(name) && !existsSync(join(bin, name))) {
          try {
            symlinkSync(join(folder, name), join(bin, name))
          } catch (error) {
            if (error.code !== "EEXIST") throw error
          }
        }
      }
    }
    return { PATH: bin, npm_config_better_sqlite3_binary_host: nowhere }
  }

const compilers = /^(python|make$|gmake$|g\+\+|gcc|cc$|c\+\+|clang)/
const withoutCompilers = without(compilers)

/** The same with compilers, and a Node without its headers, which cannot be fetched. */
const withoutHeaders = (base) => {
  const env = without(/^node(js)?$/)(base)
  copyFileSync(process.execPath, join(env.PATH, "node"))
  return { ...env, npm_config_disturl: nowhere }
}

/** An empty cache, and no registry. */
const withoutRegistry = (base) => ({
  npm_config_registry: nowhere,
  npm_config_cache: join(base, "cache"),
  npm_config_fetch_retries: "0"
})

/** Listens where the program and PostgreSQL would by default, as other programs of the machine do. */
const takePorts = async () => {
  for (const port of [4000, 5432, 3000, 8080]) {
    await new Promise((resolve) => createServer().once("error", resolve).listen(port, "127.0.0.1", resolve).unref())
  }
  return {}
}

const noCompiler = /No prebuilt better-sqlite3 could be fetched, so it must be compiled: please install [^\n]+\n/
const noHeaders =
  /Neither a prebuilt better-sqlite3 nor \S+, which compiling it needs, could be fetched: please [^\n]+\n/
const noRegistry = /The dependencies could not be fetched \([^\n]+\): please [^\n]+\n/

/**
 * `folder` is the path of the checkout below a new folder; `user` is `root`, `nobody`, `nameless` or the user who runs
 * this; `prepare` returns an environment; `cache` is whether npm's earlier downloads are available; `start` and `test`
 * are the messages of the commands if they cannot succeed; `lacks` is the list of needs that `npm test` says it lacks.
 */
export const places = {
  private: { user: "root", prepare: (base) => chmodSync(base, 0o700) },
  ordinary: { user: "nobody" },
  umask: { umask: 0o077 },
  spaces: { folder: "two words/my lectern" },
  umlauts: { folder: "Grüße/Übung" },
  "node-20": { prepare: withNode(20) },
  "node-22": { prepare: withNode(22) },
  "node-24": { prepare: withNode(24) },
  "node-26": { prepare: withNode(26) },
  home: { user: "nobody", cache: false, prepare: () => ({ HOME: "/nonexistent" }) },
  nameless: {
    user: "nameless",
    // As containers have it.
    prepare: (base) => ({ HOME: "/", npm_config_cache: join(base, "home/.npm") }),
    lacks: /^Skipping the tests that need PostgreSQL: it cannot run as a user who has no name on this machine\.$/gm
  },
  // Its own SQLite serves; the tests need better-sqlite3.
  "compiler-24": { prepare: without(compilers, (base) => withNode(24)(base).PATH), prebuilt: false, test: noCompiler },
  compiler: { prepare: withoutCompilers, prebuilt: false, start: noCompiler, test: noCompiler },
  headers: { user: "nobody", prepare: withoutHeaders, prebuilt: false, start: noHeaders, test: noHeaders },
  registry: { cache: false, prepare: withoutRegistry, start: noRegistry, test: noRegistry },
  ports: { prepare: takePorts, port: false, start: /port 4000 of \S+ is in use; choose another with [^\n]+\n/ },
  beside: { copies: 2 },
  // Several of these together, as many as continuous integration has time for.
  together: {
    user: "nobody",
    umask: 0o077,
    folder: "zwei Wörter/my lectern",
    prepare: (base) => ({ HOME: "/nonexistent", npm_config_cache: join(base, "home/.npm") })
  }
}
