/** The places and people that `npm run places` tries both commands of the README with. */
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { delimiter, dirname, join } from "node:path"
import { Failure } from "./toolchain.mjs"

/** Installs a version of Node from npm, and returns the environment in which it is used and better-sqlite3 is compiled. */
const withNode = (version) => (base) => {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`
  const folder = join(base, `node-${version}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), "{}")
  const { status } = spawnSync("npm", ["install", "--silent", `${name}@${version}`], { cwd: folder, stdio: "inherit" })
  if (status !== 0) throw new Failure(`Node ${version} could not be installed`)
  const node = join(folder, "node_modules", name)
  return { PATH: `${join(node, "bin")}${delimiter}${process.env.PATH}`, npm_config_nodedir: node }
}

const compilers = /^(python|make$|gmake$|g\+\+|gcc|cc$|c\+\+|clang)/

/** A path with everything but compilers, where no prebuilt file can be fetched either. */
const withoutCompilers = (base) => {
  const bin = join(base, "bin")
  mkdirSync(bin)
  for (const folder of [dirname(process.execPath), ...process.env.PATH.split(delimiter)]) {
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      if (!compilers.test(name) && !existsSync(join(bin, name))) {
        try {
          symlinkSync(join(folder, name), join(bin, name))
        } catch (error) {
          if (error.code !== "EEXIST") throw error
        }
      }
    }
  }
  return { PATH: bin, npm_config_better_sqlite3_binary_host: "http://127.0.0.1:9" }
}

/** Listens where the program and PostgreSQL would by default, as other programs of the machine do. */
const takePorts = async () => {
  for (const port of [4000, 5432, 3000, 8080]) {
    await new Promise((resolve) => createServer().once("error", resolve).listen(port, "127.0.0.1", resolve).unref())
  }
  return {}
}

const noCompiler = /No prebuilt better-sqlite3 could be fetched, so it must be compiled: please install [^\n]+\n/

/**
 * `folder` is the path of the clone below a new folder; `user` is `root`, `nobody` or whoever runs this; `prepare` returns
 * an environment; `start` and `test` are what the commands print if they cannot succeed.
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
  home: { user: "nobody", prepare: () => ({ HOME: "/nonexistent" }) },
  compiler: { prepare: withoutCompilers, prebuilt: false, start: noCompiler, test: noCompiler },
  ports: { prepare: takePorts, port: false, start: /port 4000 of \S+ is in use; choose another with [^\n]+\n/ },
  beside: { copies: 2 }
}
