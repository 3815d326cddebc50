/** Parses the arguments of the program into the command they invoke, or an error in one sentence. */
import { type CommandName, commandOf, commands, groups } from "./Commands.js"
import type { Argument, Command, Option } from "./Declaration.js"
import { general } from "./Options.js"
import { either, nearest, quoted } from "./Words.js"

/** The result of parsing the arguments. */
export type Request =
  | {
      readonly kind: "run"
      readonly command: CommandName
      readonly values: Readonly<Record<string, string | boolean | undefined>>
    }
  /** Help on the program (no words), on a group of commands, or on a command. */
  | { readonly kind: "help"; readonly about: string }
  | { readonly kind: "version" }
  /** `about` names the command to get help on. */
  | { readonly kind: "wrong"; readonly message: string; readonly about: string }

const names = Object.keys(commands) as ReadonlyArray<CommandName>
const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name)
const isGroup = (name: string): boolean => Object.hasOwn(groups, name)
const firstWords = [...new Set(names.map((name) => name.split(" ")[0]!)), "help"]
const secondWords = (group: string): ReadonlyArray<string> =>
  names.flatMap((name) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []))

class Wrong extends Error {}

const meant = (word: string, known: ReadonlyArray<string>): string => {
  const near = nearest(word, known)
  return near === undefined ? "" : `; did you mean ${near}?`
}

const aliases: Readonly<Record<string, string>> = { "-h": "--help" }

/** The options that are allowed with `command`, or without a command yet. */
export const optionsOf = (command: CommandName | undefined): Readonly<Record<string, Option>> => ({
  ...commandOf(command ?? "start").options,
  ...general
})

/** An option as written in messages. */
export const optionText = (name: string, { value }: Option): string =>
  value === undefined ? `--${name}` : `--${name} <${value}>`

/** The words of a command: they come first, so the first words determine the options. */
const commandIn = (words: ReadonlyArray<string>): { readonly name: CommandName; readonly used: number } => {
  const [first, second] = words
  if (first === undefined) return { name: "start", used: 0 }
  if (isCommand(first)) return { name: first, used: 1 }
  if (!isGroup(first)) throw new Wrong(`there is no command ${quoted(first)}${meant(first, firstWords)}`)
  const known = secondWords(first)
  if (second === undefined) throw new Wrong(`${first} needs a command: ${either(known)}`)
  const name = `${first} ${second}`
  if (!isCommand(name))
    throw new Wrong(`there is no command ${quoted(name)}${meant(second, known) || `: ${first} has ${either(known)}`}`)
  return { name, used: 2 }
}

/** The longest prefix of the words for which there is help. */
const aboutOf = (words: ReadonlyArray<string>): string => {
  const [first = "", second = ""] = words
  if (isCommand(`${first} ${second}`)) return `${first} ${second}`
  return isCommand(first) || isGroup(first) ? first : ""
}

interface Split {
  readonly words: ReadonlyArray<string>
  readonly options: ReadonlyArray<readonly [name: string, value: string | undefined]>
  /** The first invalid option, reported only if the command itself is valid. */
  readonly problem: string | undefined
}

/**
 * Separates options from words. Which options take a value is decided by all commands together, because an option may
 * precede the command; no name is a switch in one command and takes a value in another.
 */
const split = (given: ReadonlyArray<string>): Split => {
  const words: Array<string> = []
  const options: Array<readonly [string, string | undefined]> = []
  let problem: string | undefined
  for (let at = 0; at < given.length; at++) {
    const word = given[at]!
    if (word === "--") {
      words.push(...given.slice(at + 1))
      break
    }
    if (!word.startsWith("-") || word === "-") {
      words.push(word)
      continue
    }
    const long = aliases[word] ?? word
    const equals = long.indexOf("=")
    const name = (equals === -1 ? long : long.slice(0, equals)).replace(/^--/, "")
    const option = allOptions[name]
    if (!long.startsWith("--") || option === undefined) {
      const shown = equals === -1 ? word : word.slice(0, equals)
      options.push([shown, undefined])
      continue
    }
    if (option.value === undefined) {
      if (equals !== -1) problem ??= `--${name} takes no value, got ${quoted(long.slice(equals + 1))}`
      options.push([name, undefined])
      continue
    }
    const next = given[at + 1]
    if (equals !== -1) {
      if (equals === long.length - 1) problem ??= needsValue(name, option)
      options.push([name, long.slice(equals + 1)])
    } else if (next === undefined || next === "") {
      problem ??= needsValue(name, option)
      at++
    } else if (next.startsWith("-") && next !== "-") {
      problem ??= `${needsValue(name, option)}, got the option ${quoted(next)}; for a value that begins with a dash write --${name}=...`
    } else {
      options.push([name, next])
      at++
    }
  }
  return { words, options, problem }
}

const allOptions: Readonly<Record<string, Option>> = Object.assign(
  Object.create(null),
  ...names.map((name) => commandOf(name).options),
  general
)

const needsValue = (name: string, option: Option): string =>
  option.choices === undefined
    ? `--${name} needs a value, <${option.value}>`
    : `--${name} needs a value: ${either(option.choices)}`

const optionValues = (command: CommandName, given: Split["options"]): Record<string, string | boolean | undefined> => {
  const known = optionsOf(command)
  const values: Record<string, string | boolean | undefined> = {}
  for (const [name, option] of Object.entries(known)) values[name] = option.value === undefined ? false : option.default
  const seen = new Set<string>()
  for (const [name, value] of given) {
    const option = Object.hasOwn(known, name) ? known[name] : undefined
    if (option === undefined) {
      const shown = name.startsWith("-") ? name : `--${name}`
      const flags = Object.keys(known).map((each) => `--${each}`)
      if (Object.hasOwn(allOptions, name))
        throw new Wrong(`lectern ${command} has no option ${shown}${meant(shown, flags)}`)
      throw new Wrong(`there is no option ${quoted(shown)}${meant(shown, flags)}`)
    }
    if (option.value !== undefined && seen.has(name)) throw new Wrong(`--${name} is given twice`)
    seen.add(name)
    if (value !== undefined && option.choices !== undefined && option.variable === undefined) {
      if (!option.choices.includes(value)) {
        throw new Wrong(`--${name}: expected ${either(option.choices)}, got ${quoted(value)}`)
      }
    }
    values[name] = value ?? true
  }
  return values
}

const argumentValues = (name: CommandName, command: Command, given: ReadonlyArray<string>): Record<string, string> => {
  const declared = Object.entries<Argument>(command.args)
  // A shell turns a quoted variable that is not set into an empty word.
  const missing = declared.flatMap(([, { value }], at) => ((given[at] ?? "") === "" ? [`<${value}>`] : []))
  if (missing.length > 0) throw new Wrong(`lectern ${name} needs ${missing.join(" and ")}`)
  const extra = given[declared.length]
  if (extra !== undefined) {
    const takes = declared.length === 0 ? "no arguments" : declared.map(([, { value }]) => `<${value}>`).join(" and ")
    throw new Wrong(`lectern ${name} takes ${takes}; ${quoted(extra)} is one too many`)
  }
  return Object.fromEntries(
    declared.map(([key, { choices, value }], at) => {
      const word = given[at]!
      if (choices === undefined || choices.includes(word)) return [key, word]
      throw new Wrong(`<${value}>: expected ${either(choices)}, got ${quoted(word)}`)
    })
  )
}

const requireOptions = (name: CommandName, command: Command, values: Readonly<Record<string, unknown>>): void => {
  for (const [flag, option] of Object.entries<Option>(command.options)) {
    if (option.required && values[flag] === undefined)
      throw new Wrong(`lectern ${name} needs ${optionText(flag, option)}`)
  }
}

/** Reads the arguments that follow the name of the program. Without a command, `start` is assumed. */
export const parse = (given: ReadonlyArray<string>): Request => {
  const { options, problem, words } = split(given)
  const asked = (name: string) => options.some(([option]) => option === name)
  const helping = words[0] === "help"
  const named = words.slice(words.findIndex((word) => word !== "help") >>> 0)
  const about = aboutOf(named)
  try {
    if (helping || asked("help")) {
      if (named.length > 0 && about === "") commandIn(named)
      return { kind: "help", about }
    }
    if (asked("version")) return { kind: "version" }
    const { name, used } = commandIn(words)
    const command = commandOf(name)
    const values = optionValues(name, options)
    if (problem !== undefined) throw new Wrong(problem)
    const args = argumentValues(name, command, words.slice(used))
    requireOptions(name, command, values)
    return { kind: "run", command: name, values: { ...values, ...args } }
  } catch (error) {
    if (error instanceof Wrong) return { kind: "wrong", message: error.message, about }
    throw error
  }
}
