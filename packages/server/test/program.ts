/** Runs the program as real processes. */
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { logged } from "../../testing/src/LogLines.js"
import { bundledProgram } from "./build.js"

/** A new folder, removed by the function that comes with it. */
export const temporaryFolder = (): readonly [folder: string, remove: () => void] => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-"))
  return [folder, () => rmSync(folder, { recursive: true, force: true })]
}

/** Writes files under a folder. */
export const putFiles = (folder: string, files: Readonly<Record<string, string | Uint8Array>>): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

/** The result of a finished process. */
export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A process that may still run. */
export interface Running {
  readonly process: ChildProcess
  /** Everything on stdout as soon as it matches; rejects when the process ends before that. */
  readonly until: (pattern: RegExp) => Promise<string>
  readonly finished: Promise<Finished>
}

const withoutSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:LECTERN|OTEL)_/.test(name)))

/**
 * The secrets of a process that have no form of their own: its administrator's token, and the tokens that it gave out.
 */
const secretsOf = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> | undefined,
  stdout: string
): ReadonlyArray<string> => {
  const valueOf = (flag: string): string | undefined => args.find((_, at) => args[at - 1] === flag)
  const file = join(valueOf("--data-dir") ?? "", "admin-token")
  return [
    valueOf("--admin-token"),
    env?.LECTERN_ADMIN_TOKEN,
    existsSync(file) ? readFileSync(file, "utf8").trim() : undefined,
    ...(stdout.match(/lct_[\w-]+/g) ?? [])
  ].flatMap((secret) => (secret !== undefined && secret.length > 7 ? [secret] : []))
}

/** Starts a command, by default the `lectern` program of this checkout; `program` is the file of another one. */
export const run = (
  args: ReadonlyArray<string>,
  options: {
    readonly cwd?: string
    readonly env?: Readonly<Record<string, string>>
    readonly command?: string
    readonly program?: string | undefined
  } = {}
): Running => {
  const { command, cwd, env, program = bundledProgram } = options
  const [file, all] = command === undefined ? [process.execPath, [program, ...args]] : [command, [...args]]
  const child = spawn(file, all, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...withoutSettings(), ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let stdout = ""
  let stderr = ""
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text
  })
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text
  })
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => {
      logged(stderr, secretsOf(args, env, stdout))
      resolve({ code, stdout, stderr })
    })
  })
  const until = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (pattern.test(stdout)) resolve(stdout)
      }
      look()
      child.stdout.on("data", look)
      finished.then(() => reject(new Error(`ended without ${pattern}: ${stdout}${stderr}`)), reject)
    })
  return { process: child, until, finished }
}

/** Runs a command to its end. */
export const lectern = (...args: Parameters<typeof run>): Promise<Finished> => run(...args).finished

/** A server that is ready. */
export interface Server extends Running {
  readonly base: string
  readonly banner: string
  /** Asks it to stop and waits for its end. */
  readonly stop: () => Promise<Finished>
}

/** The last output of a server that is ready. */
export const ready = /content\/path\/|Lectern serves .*\n(.*\n)*.*v1\/orgs\n\n/

/** Starts a server on a free port and waits until it is ready. */
export const startServer = async (
  dataDir: string,
  args: ReadonlyArray<string> = [],
  env: Readonly<Record<string, string>> = {}
): Promise<Server> => {
  const running = run(["start", "--port", "0", "--data-dir", dataDir, ...args], { env })
  const banner = await running.until(ready)
  const base = /Lectern serves (\S+)/.exec(banner)?.[1] ?? ""
  const stop = () => {
    running.process.kill("SIGTERM")
    return running.finished
  }
  return { ...running, base, banner, stop }
}
