/** Every wrong command line gets one line with the problem, what may have been meant, and where help is. */
import { Role } from "@lectern/core/access/Role"
import { ImportSource } from "@lectern/core/imports/Importer"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { type CommandName, commandOf, commands } from "../../src/command-line/Commands.js"
import { workspace } from "../../src/command-line/Options.js"
import { optionsOf, parse } from "../../src/command-line/Parsing.js"
import { planOf } from "../../src/command-line/Plan.js"
import { distance, nearest, quoted, wrap } from "../../src/command-line/Words.js"
import { names } from "../../src/config/SettingNames.js"

const plain = { env: {}, stdout: {}, stderr: {} }
const all = Object.keys(commands) as ReadonlyArray<CommandName>

const wrong: ReadonlyArray<readonly [line: string, message: string]> = [
  // Commands.
  ["fly", 'there is no command "fly" (see lectern --help)'],
  ["imprt docs", 'there is no command "imprt"; did you mean import? (see lectern --help)'],
  ["Import docs", 'there is no command "Import"; did you mean import? (see lectern --help)'],
  ["strat --port 1", 'there is no command "strat"; did you mean start? (see lectern --help)'],
  ["token", "token needs a command: create, list, rotate or revoke (see lectern token --help)"],
  ["token crate", 'there is no command "token crate"; did you mean create? (see lectern token --help)'],
  ["token x", 'there is no command "token x": token has create, list, rotate or revoke (see lectern token --help)'],
  ["user", "user needs a command: add, link or erase (see lectern user --help)"],
  ["fly --help", 'there is no command "fly" (see lectern --help)'],
  ["help fly", 'there is no command "fly" (see lectern --help)'],
  ["__proto__", 'there is no command "__proto__" (see lectern --help)'],
  [
    "token constructor",
    'there is no command "token constructor": token has create, list, rotate or revoke (see lectern token --help)'
  ],
  // Options that do not exist.
  ["import docs --colour red", 'there is no option "--colour" (see lectern import --help)'],
  ["import docs --spcae x", 'there is no option "--spcae"; did you mean --space? (see lectern import --help)'],
  [
    "import docs --organisation=x",
    'there is no option "--organisation"; did you mean --organization? (see lectern import --help)'
  ],
  ["import docs -port 1", 'there is no option "-port" (see lectern import --help)'],
  ["start -port 1", 'there is no option "-port"; did you mean --port? (see lectern start --help)'],
  ["start -p4000", 'there is no option "-p4000" (see lectern start --help)'],
  ["check --space x", "lectern check has no option --space (see lectern check --help)"],
  ["--space x", "lectern start has no option --space (see lectern --help)"],
  ["import docs --__proto__ x", 'there is no option "--__proto__" (see lectern import --help)'],
  ["import docs --constructor=x", 'there is no option "--constructor" (see lectern import --help)'],
  ["import docs --=x", 'there is no option "--" (see lectern import --help)'],
  ["import docs --- x", 'there is no option "---" (see lectern import --help)'],
  // Values.
  ["import docs --space", "--space needs a value, <id> (see lectern import --help)"],
  ["import docs --space=", "--space needs a value, <id> (see lectern import --help)"],
  ["import docs --space ", "--space needs a value, <id> (see lectern import --help)"],
  ["import docs --space  --json", "--space needs a value, <id> (see lectern import --help)"],
  ["export  out", "lectern export needs <space> (see lectern export --help)"],
  ["import ", "lectern import needs <folder|file|address> (see lectern import --help)"],
  ["start --storage", "--storage needs a value: sqlite or memory (see lectern start --help)"],
  [
    "import docs --space --json",
    '--space needs a value, <id>, got the option "--json"; for a value that begins with a dash write --space=... (see lectern import --help)'
  ],
  ["import docs --space a --space b", "--space is given twice (see lectern import --help)"],
  ["start --port=1 --port 1", "--port is given twice (see lectern start --help)"],
  ["import docs --json=yes", '--json takes no value, got "yes" (see lectern import --help)'],
  // Arguments.
  ["import", "lectern import needs <folder|file|address> (see lectern import --help)"],
  ["export", "lectern export needs <space> and <folder> (see lectern export --help)"],
  ["export a", "lectern export needs <folder> (see lectern export --help)"],
  ["export a b c", 'lectern export takes <space> and <folder>; "c" is one too many (see lectern export --help)'],
  ["check now", 'lectern check takes no arguments; "now" is one too many (see lectern check --help)'],
  ["check -- --json", 'lectern check takes no arguments; "--json" is one too many (see lectern check --help)'],
  ["completion tcsh", '<bash|zsh|fish>: expected bash, zsh or fish, got "tcsh" (see lectern completion --help)'],
  ["user add --email a@b.example", "lectern user add needs --name <name> (see lectern user add --help)"]
]

describe("wrong command lines", () => {
  it.each(wrong)("lectern %s", (line, message) => {
    expect(planOf(line.split(" "), plain)).toEqual({
      kind: "print",
      stream: "stderr",
      text: `lectern: ${message}\n`,
      code: 2
    })
  })

  it("of values that are one of a few", () => {
    const message = (line: string) => {
      const request = parse(line.split(" "))
      return request.kind === "wrong" ? request.message : request.kind
    }
    expect(message("user add --email a --name N --role king")).toBe(
      '--role: expected admin, create, review, edit, comment, read or guest, got "king"'
    )
    expect(message("import docs --source sheet")).toContain('google-docs, got "sheet"')
  })

  it("never reaches the terminal as control, and is cut where it is long", () => {
    const hostile = ["\u001b[2J", "a\nb", "\u202Eabc", "\ud800", "x".repeat(100_000), '"', "é\u0000"]
    for (const word of hostile) {
      for (const line of [[word], ["import", "x", `--${word}`], ["check", word], ["start", `--json=${word}`]]) {
        const plan = planOf(line, plain)
        if (plan.kind !== "print") throw new Error(`${JSON.stringify(line)} was taken`)
        expect(plan.text).toMatch(/^lectern: [^\p{C}\p{Zl}\p{Zp}]*\n$/u)
        expect(plan.text.length).toBeLessThan(500)
      }
    }
  })
})

describe("command lines", () => {
  const run = (line: string) => {
    const request = parse(line === "" ? [] : line.split(" "))
    return request.kind === "run"
      ? [request.command, request.values]
      : [request.kind, "about" in request && request.about]
  }

  it("without a command are a start", () => {
    expect(run("")[0]).toBe("start")
    expect(run("--port 8080")).toEqual(["start", expect.objectContaining({ port: "8080" })])
    expect(run("--log-level=debug")).toEqual(["start", expect.objectContaining({ "log-level": "debug" })])
  })

  it("have options anywhere, in two forms", () => {
    const expected = ["import", expect.objectContaining({ from: "docs", space: "s", json: true, title: undefined })]
    for (const line of [
      "import docs --space s --json",
      "--json import --space=s docs",
      "--space s import --json -- docs"
    ]) {
      expect(run(line)).toEqual(expected)
    }
    expect(run("import docs --title=-odd=x")).toEqual(["import", expect.objectContaining({ title: "-odd=x" })])
    expect(run("import -- --odd")).toEqual(["import", expect.objectContaining({ from: "--odd" })])
    expect(run("import -")).toEqual(["import", expect.objectContaining({ from: "-" })])
    expect(run("check --json --json")).toEqual(["check", expect.objectContaining({ json: true })])
  })

  it("have defaults", () => {
    expect(run("token create")).toEqual(["token create", expect.objectContaining({ label: "command line" })])
    expect(run("user add --email a --name b")).toEqual(["user add", expect.objectContaining({ role: "read" })])
  })

  it("ask for help and the version, whatever else is wrong", () => {
    expect(run("--help")).toEqual(["help", ""])
    expect(run("help")).toEqual(["help", ""])
    expect(run("help help")).toEqual(["help", ""])
    expect(run("-h import --colour")).toEqual(["help", "import"])
    expect(run("token --help")).toEqual(["help", "token"])
    expect(run("token create x y --help")).toEqual(["help", "token create"])
    expect(run("help token create")).toEqual(["help", "token create"])
    expect(run("--version")[0]).toBe("version")
    expect(run("import --version")[0]).toBe("version")
    expect(run("import --title --help")[0]).toBe("help")
  })
})

describe("the declarations", () => {
  it("say the same of an option in every command: whether it takes a value", () => {
    const kinds = new Map<string, boolean>()
    for (const name of all) {
      const args = Object.keys(commandOf(name).args)
      for (const [flag, { value }] of Object.entries(optionsOf(name))) {
        expect(kinds.get(flag) ?? value !== undefined, flag).toBe(value !== undefined)
        kinds.set(flag, value !== undefined)
        expect(args, `${name} ${flag}`).not.toContain(flag)
      }
    }
  })

  it("offer the values that the engine takes", () => {
    expect(commands.import.options.source.choices).toEqual(ImportSource.literals)
    expect([...commands["user add"].options.role.choices].sort()).toEqual([...Role.literals, "guest"].sort())
  })

  it("have an option for every setting in start", () => {
    const flags = Object.keys(optionsOf("start"))
    for (const { flag } of Object.values(names)) expect(flags).toContain(flag.slice(2))
  })

  it("have the options of a workspace in every command that opens one; copy names both places by its arguments", () => {
    const withoutWorkspace = ["preview", "completion"]
    const named = ["storage", "database", "base-url", "disk-reserve"]
    for (const name of all.filter((each) => !withoutWorkspace.includes(each))) {
      const wanted = Object.keys(workspace).filter((flag) => name !== "copy" || !named.includes(flag))
      expect([name, Object.keys(optionsOf(name))]).toEqual([name, expect.arrayContaining([...wanted, "log-level"])])
    }
    expect(Object.keys(optionsOf("import"))).toEqual(expect.arrayContaining(["fetch-allow", "max-page-bytes"]))
  })
})

describe("for all arguments", () => {
  const known = all.flatMap((name) => [
    ...name.split(" "),
    ...Object.keys(optionsOf(name)).flatMap((flag) => [`--${flag}`, `--${flag}=x`, `--${flag}=`])
  ])
  const word = fc.oneof(
    { arbitrary: fc.constantFrom(...known), weight: 4 },
    {
      arbitrary: fc.constantFrom("", "-", "--", "-h", "x", "help", "__proto__", "toString", "--toString", "="),
      weight: 1
    },
    { arbitrary: fc.string({ unit: "binary" }), weight: 1 }
  )

  it("there is a command with all that it needs, a text, or one line that says what is wrong", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (given) => {
        const plan = planOf(given, plain)
        if (plan.kind === "print") {
          expect(plan.text.endsWith("\n") || given[0] === "__complete").toBe(true)
          if (plan.code !== 0) expect(plan.text).toMatch(/^lectern: [^\p{C}\p{Zl}\p{Zp}]*\n$/u)
          return
        }
        const { args, options } = commandOf(plan.command)
        for (const key of Object.keys(args)) expect(plan.values[key]).toEqual(expect.stringMatching(/./su))
        for (const [flag, { required, value }] of Object.entries(options)) {
          const given = plan.values[flag]
          if (value === undefined) expect(typeof given).toBe("boolean")
          else if (required) expect(typeof given).toBe("string")
          expect(given === undefined || given !== "").toBe(true)
        }
      }),
      { numRuns: runs(300) }
    )
  })

  it("both forms of an option mean the same, wherever it stands", () => {
    const withValue = Object.entries(commandOf("import").options).filter(
      ([, { choices, value, variable }]) => value !== undefined && (choices === undefined || variable !== undefined)
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...withValue.map(([flag]) => flag)),
        fc.string({ minLength: 1 }).filter((value) => !value.startsWith("-")),
        fc.nat(2),
        (flag, value, place) => {
          const at = (...option: ReadonlyArray<string>) => {
            const line = ["import", "docs"]
            line.splice(place, 0, ...option)
            return parse(line)
          }
          const request = at(`--${flag}`, value)
          expect(request).toMatchObject({ kind: "run", command: "import", values: { from: "docs", [flag]: value } })
          expect(at(`--${flag}=${value}`)).toEqual(request)
        }
      ),
      { numRuns: runs(100) }
    )
  })
})

describe("words", () => {
  it("are near by what has to be changed", () => {
    expect([distance("", "abc"), distance("abc", "abc"), distance("import", "imprt"), distance("ab", "ba")]).toEqual([
      3, 0, 1, 1
    ])
    const short = fc.string({ maxLength: 8 })
    fc.assert(
      fc.property(short, short, (one, other) => {
        const far = distance(one, other)
        expect(far).toBe(distance(other, one))
        expect(far === 0).toBe(one === other)
        expect(far).toBeGreaterThanOrEqual(Math.abs(one.length - other.length))
        expect(far).toBeLessThanOrEqual(Math.max(one.length, other.length))
      }),
      { numRuns: runs(200) }
    )
    expect(nearest("x".repeat(1_000_000), ["import"])).toBeUndefined()
    expect(nearest("", ["import"])).toBeUndefined()
  })

  it("are wrapped without losing any", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^\S{1,12}$/), { minLength: 1 }),
        fc.integer({ min: 12, max: 60 }),
        (all, columns) => {
          const lines = wrap(all.join(" "), columns)
          expect(lines.join(" ")).toBe(all.join(" "))
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns)
        }
      ),
      { numRuns: runs(100) }
    )
  })

  it("are quoted so that two different short ones never look the same", () => {
    const short = fc.string({ unit: "binary", maxLength: 20 })
    fc.assert(
      fc.property(short, short, (one, other) => {
        expect(quoted(one) === quoted(other)).toBe(one === other)
      }),
      { numRuns: runs(200) }
    )
  })
})
