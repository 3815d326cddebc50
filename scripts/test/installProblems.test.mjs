/** For every failure of an installation that a person can fix, one sentence names the problem and the fix. */
import { describe, expect, it } from "vitest"
import { installProblem } from "../lib/installProblems.mjs"

const tools = ["python3", "make", "g++"]

/** The output of npm after a failed command of better-sqlite3. */
const compiling = (...lines) => [
  "code 1",
  "path /x/node_modules/better-sqlite3",
  "command failed",
  "command sh -c prebuild-install || node-gyp rebuild --release",
  "prebuild-install warn install getaddrinfo ENOTFOUND github.com",
  "gyp info using node-gyp@12.4.0",
  ...lines,
  'gyp ERR! command "/usr/bin/node" "/usr/lib/node_modules/npm/node_modules/node-gyp/bin/node-gyp.js" "rebuild"',
  "gyp ERR! not ok"
]

const headers = "https://nodejs.org/download/release/v20.20.2/node-v20.20.2-headers.tar.gz"
const stack = (...lines) => lines.map((line) => `gyp ERR! stack ${line}`)
const unreachable = stack(
  "Error: This is most likely not a problem with node-gyp or the package itself and",
  "is related to network connectivity. In most cases you are behind a proxy or have bad",
  "network settings.",
  "at go (/usr/lib/node_modules/npm/node_modules/node-gyp/lib/install.js:244:21)"
)

/**
 * Failures: a name, the output of npm without its prefix, the tools that are missing, and the text that the sentence
 * must contain.
 */
const failures = [
  ["no python", compiling("gyp ERR! find Python"), ["python3"], /please install python3 \(python3, make and g\+\+ are/],
  ["no make or g++", compiling("gyp ERR! not found: make"), ["make", "g++"], /please install make and g\+\+ \(/],
  ["no tools", compiling("gyp ERR! find Python"), tools, /please install python3, make and g\+\+ \(/],
  [
    "no headers",
    compiling(`gyp http GET ${headers}`, ...unreachable),
    [],
    /^Neither a prebuilt better-sqlite3 nor https:\S+-headers.tar.gz, which compiling it needs, could be .* npm_config_n/
  ],
  [
    "no checksums",
    compiling(`gyp http GET ${headers}`, `gyp http 200 ${headers}`, "gyp http GET https://x/SHASUMS256.txt"),
    [],
    / nor https:\/\/x\/SHASUMS256.txt, which/
  ],
  [
    "the compiler",
    compiling("../src/a.cpp:1:2: error: no member", ...stack("Error: `make` failed with exit code: 2")),
    [],
    /compiling it failed \(\.\.\/src\/a\.cpp:1:2: error: no member\): please run "npm rebuild better-sqlite3", which/
  ],
  [
    "node-gyp itself",
    compiling(...stack("Error: EACCES: permission denied,", "mkdir '/x/build'", "    at async mkdir (fs:1:2)")),
    [],
    /compiling it failed \(Error: EACCES: permission denied, mkdir '\/x\/build'\): please run/
  ],
  ["something unknown", compiling(), [], /and compiling it failed: please run/],
  [
    "a registry that refuses",
    [
      "code ECONNREFUSED",
      "FetchError: request to http://127.0.0.1:9/effect failed, reason: connect ECONNREFUSED 127.0.0.1:9",
      "    at ClientRequest.<anonymous> (/usr/lib/node_modules/npm/node_modules/minipass-fetch/lib/index.js:130:14)"
    ],
    [],
    /^The dependencies could not be fetched \(http:\S+ failed, reason: connect ECONNREFUSED 127.0.0.1:9\): please check/
  ],
  [
    "a registry that is not found",
    [
      "code ENOTFOUND",
      "network request to https://a.invalid/effect failed, reason: getaddrinfo ENOTFOUND a.invalid",
      "network This is a problem related to network connectivity."
    ],
    tools,
    /^The dependencies could not be fetched \(https:\/\/a\.invalid\/effect failed, reason: getaddrinfo ENOTFOUND a/
  ]
]

// npm 10, which comes with Node 20, and npm 11.
describe.each(["npm ERR!", "npm error"])("an installation that prints %s", (prefix) => {
  it.each(failures)("says what is missing: %s", (_, lines, missing, expected) => {
    const sentence = installProblem(lines.map((line) => `${prefix} ${line}\n`).join(""), missing)
    expect(sentence).toMatch(expected)
    expect(sentence).toMatch(/^[A-Z][^\n]*: please [^\n]*\.$/)
    expect(sentence).not.toContain(prefix)
  })

  it.each(failures)("says what else would do instead of compiling: %s", (_, lines, missing, expected) => {
    const instead = ", or use another Node"
    const output = lines.map((line) => `${prefix} ${line}\n`).join("")
    const compiles = /better-sqlite3/.test(output)
    const sentence = installProblem(output, missing, instead)
    expect(sentence).toMatch(expected)
    expect(sentence.includes(instead)).toBe(compiles)
    expect(sentence.replace(instead, "")).toBe(installProblem(output, missing))
  })

  it("is shown as it is where nobody knows what to do", () => {
    expect(installProblem(`${prefix} code EINTEGRITY\n`, tools)).toBeUndefined()
    expect(installProblem("", [])).toBeUndefined()
  })
})
