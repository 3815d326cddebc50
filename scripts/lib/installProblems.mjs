/** States in one sentence why the dependencies could not be installed, and how to fix it. */

const listed = (names) => (names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`)

/** The message of node-gyp's error, which may have several lines before the lines of the stack. */
const gypError = (lines) => {
  const stack = lines.flatMap((line) => /^gyp ERR! stack (.*)/.exec(line)?.[1] ?? [])
  const end = stack.findIndex((line) => /^\s*at /.test(line))
  return stack.slice(0, end === -1 ? undefined : end).join(" ")
}

const compileProblem = (lines, missing, instead) => {
  const start = "No prebuilt better-sqlite3 could be fetched"
  if (missing.length > 0)
    return `${start}, so it must be compiled: please install ${listed(missing)} (python3, make and g++ are needed)${instead}, then try again.`
  const answered = new Set(lines.flatMap((line) => /^gyp http 200 (\S+)/.exec(line)?.[1] ?? []))
  const asked = lines.flatMap((line) => /^gyp http GET (\S+)/.exec(line)?.[1] ?? [])
  const headers = asked.find((url) => !answered.has(url))
  if (headers !== undefined)
    return `Neither a prebuilt better-sqlite3 nor ${headers}, which compiling it needs, could be fetched: please check the network, or set npm_config_nodedir to a folder that has this version of Node and its include/node${instead}, then try again.`
  const reason = lines.find((line) => /\berror: /.test(line)) ?? gypError(lines)
  return `${start}, and compiling it failed${reason === "" ? "" : ` (${reason.trim()})`}: please run "npm rebuild better-sqlite3", which prints everything that the compiler says${instead}.`
}

/**
 * The sentence for an installation that failed because a file could not be fetched, or because better-sqlite3 had to be
 * compiled and could not be; else `undefined`. `output` is the output of npm; `missing` lists the build tools that are
 * not on the path; `instead` is what to do rather than compile, with a comma and "or" before it.
 */
export const installProblem = (output, missing, instead = "") => {
  const lines = output.split("\n").map((line) => line.trimEnd().replace(/^npm (error|ERR!) ?/, ""))
  if (/better-sqlite3/.test(output) && /node-gyp|gyp ERR!/.test(output)) return compileProblem(lines, missing, instead)
  const request = lines.find((line) => /request to \S+ failed, reason: /.test(line))
  if (request === undefined) return undefined
  const reason = request.replace(/^.*?request to /, "")
  return `The dependencies could not be fetched (${reason}): please check the network, and the registry and proxy of npm's settings, then try again.`
}
