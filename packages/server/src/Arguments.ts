/** What is done to the arguments of the command line before the library parses them. */
import { names } from "./config/Settings.js"

const valueFlags = new Set([
  ...Object.values(names).map(({ flag }) => flag as string),
  "--space",
  "--collection",
  "--site",
  "--organization",
  "--source",
  "--title",
  "--email",
  "--name",
  "--role",
  "--user",
  "--label",
  "--expires",
  "--import-docs",
  "--completions"
])
const switches = new Set(["--json", "--force", "--dry-run", "--help", "--version", "--wizard", "-h"])

/** Arguments without `--log-level`, and its value. */
export interface Arguments {
  readonly args: ReadonlyArray<string>
  readonly logLevel: string | undefined
  /** An option that no command has. */
  readonly unknown: string | undefined
}

/** Takes `--log-level` off, which the library would use up itself, and looks for options that do not exist. */
export const prepare = (given: ReadonlyArray<string>): Arguments => {
  const args: Array<string> = []
  let logLevel: string | undefined
  let unknown: string | undefined
  for (let i = 0; i < given.length; i++) {
    const arg = given[i]!
    if (arg === "--") {
      args.push(...given.slice(i))
      break
    }
    const [name = "", value] = arg.startsWith("--") ? arg.split(/=(.*)/s) : [arg]
    if (name === names.logLevel.flag) {
      logLevel = value ?? given[++i] ?? ""
      continue
    }
    args.push(arg)
    if (valueFlags.has(name)) {
      const next = given[i + 1]
      if (value === undefined && next !== undefined) {
        args.push(next)
        i++
      }
    } else if (arg.startsWith("-") && arg !== "-" && !switches.has(name)) unknown ??= name
  }
  return { args, logLevel, unknown }
}
