/** Help on the program and its commands, made from their declarations. */
import { type CommandName, commandOf, commands, description, groups } from "./Commands.js"
import type { Argument, Option } from "./Declaration.js"
import { general } from "./Options.js"
import { optionText } from "./Parsing.js"
import { bold, type Screen } from "./Screen.js"
import { either, wrap } from "./Words.js"

type Row = readonly [name: string, text: string]

const names = Object.keys(commands) as ReadonlyArray<CommandName>

/** A heading, and rows of names with their descriptions: next to the name, or below it if the name is long. */
const section = (title: string, rows: ReadonlyArray<Row>, screen: Screen): ReadonlyArray<string> => {
  if (rows.length === 0) return []
  const most = Math.min(28, Math.floor(screen.columns / 3))
  const width = Math.max(...rows.map(([name]) => (name.length <= most ? name.length : 0)))
  const start = " ".repeat(width + 4)
  const lines = rows.flatMap(([name, text]) => {
    const wrapped = wrap(text, screen.columns - start.length)
    if (name.length > width) return [`  ${name}`, ...wrapped.map((line) => `${start}${line}`)]
    return wrapped.map((line, at) => (at === 0 ? `  ${name.padEnd(width)}  ${line}` : `${start}${line}`))
  })
  return ["", bold(`${title}:`, screen), ...lines]
}

const paragraph = (text: string, { columns }: Screen): ReadonlyArray<string> => ["", ...wrap(text, columns)]

const usage = (text: string, screen: Screen): ReadonlyArray<string> => ["", `${bold("Usage:", screen)} ${text}`]

const optionRow = ([name, option]: readonly [string, Option]): Row => {
  const flag = optionText(name, option)
  const text =
    option.choices === undefined || option.variable !== undefined
      ? option.description
      : `${option.description} One of ${either(option.choices)}.`
  return [name === "help" ? `-h, ${flag}` : flag, option.variable === undefined ? text : `${text} [${option.variable}]`]
}

const isSetting = ([, { variable }]: readonly [string, Option]): boolean => variable !== undefined

const commandHelp = (name: CommandName, screen: Screen): ReadonlyArray<string> => {
  const command = commandOf(name)
  const { about, args, summary } = command
  const options = Object.entries(command.options)
  const settings = [...options.filter(isSetting), ["log-level", general["log-level"]] as const]
  const own = [...options.filter((each) => !isSetting(each)), ["help", general.help] as const]
  const required = options.flatMap(([flag, option]) => (option.required ? [optionText(flag, option)] : []))
  const given = Object.values<Argument>(args).map(({ value }) => `<${value}>`)
  return [
    ...wrap(summary, screen.columns),
    ...usage(["lectern", name, ...required, "[options]", ...given].join(" "), screen),
    ...(about === undefined ? [] : paragraph(about, screen)),
    ...section(
      "Arguments",
      Object.values<Argument>(args).map(({ value, description }) => [`<${value}>`, description]),
      screen
    ),
    ...section("Options", own.map(optionRow), screen),
    ...section("Settings, each also an environment variable", settings.map(optionRow), screen)
  ]
}

const groupHelp = (group: string, screen: Screen): ReadonlyArray<string> => [
  groups[group] ?? "",
  ...usage(`lectern ${group} <command> [options]`, screen),
  ...section(
    "Commands",
    names.flatMap((name) => (name.startsWith(`${group} `) ? [[name, commandOf(name).summary] as const] : [])),
    screen
  ),
  ...paragraph(`lectern ${group} <command> --help explains a command.`, screen)
]

const programHelp = (screen: Screen): ReadonlyArray<string> => [
  description,
  ...usage("lectern [command] [options]", screen),
  ...paragraph("Without a command, lectern starts the server: it is the same as lectern start.", screen),
  ...section(
    "Commands",
    names.map((name) => [name, commandOf(name).summary]),
    screen
  ),
  ...section("Options", [optionRow(["help", general.help]), optionRow(["version", general.version])], screen),
  ...paragraph("lectern <command> --help explains a command. Commands work on the workspace in .lectern.", screen)
]

/** Help on a command, a group of commands, or (no words) the program. */
export const help = (about: string, screen: Screen): string => {
  const name = names.find((each) => each === about)
  const lines =
    name !== undefined
      ? commandHelp(name, screen)
      : Object.hasOwn(groups, about)
        ? groupHelp(about, screen)
        : programHelp(screen)
  return `${lines.join("\n")}\n`
}
