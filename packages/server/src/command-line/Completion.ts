/** Completes words of a command line, with scripts for shells. */
import { type CommandName, commandOf, commands, groups } from "./Commands.js"
import type { Argument, Option } from "./Declaration.js"
import { optionsOf } from "./Parsing.js"

/** The completions of a word. */
export interface Candidates {
  readonly words: ReadonlyArray<readonly [word: string, description: string]>
  /** Whether to complete files or folders, too. */
  readonly path?: "file" | "folder"
}

const names = Object.keys(commands) as ReadonlyArray<CommandName>
const find = (words: ReadonlyArray<string>): CommandName | undefined =>
  names.find((name) => name === words[0] || name === `${words[0]} ${words[1]}`)

const firstWords: Candidates["words"] = [
  ...names.flatMap((name) => (name.includes(" ") ? [] : [[name, commandOf(name).summary] as const])),
  ...Object.entries(groups),
  ["help", "Explain a command."]
]

const secondWords = (group: string): Candidates["words"] =>
  names.flatMap((name) =>
    name.startsWith(`${group} `) ? [[name.slice(group.length + 1), commandOf(name).summary] as const] : []
  )

const valuesOf = ({ choices = [], path }: Option | Argument, prefix = ""): Candidates => ({
  words: choices.map((choice) => [`${prefix}${choice}`, ""]),
  ...(path !== undefined && { path })
})

const starting = ({ words, ...rest }: Candidates, current: string): Candidates => ({
  ...rest,
  words: words.filter(([word]) => word.startsWith(current))
})

/**
 * The candidates for `current`, which may be empty, after the words before it. These do not include the name of the
 * program.
 */
export const complete = (before: ReadonlyArray<string>, current: string): Candidates => {
  const words: Array<string> = []
  const seen = new Set<string>()
  let awaiting: Option | undefined
  let onlyWords = false
  let options = optionsOf(undefined)
  for (const word of before) {
    if (awaiting !== undefined) awaiting = undefined
    else if (onlyWords || !word.startsWith("-")) words.push(word)
    else if (word === "--") onlyWords = true
    else {
      const [name = "", value] = word.slice(2).split(/=(.*)/s)
      seen.add(name)
      const option = Object.hasOwn(options, name) ? options[name] : undefined
      if (value === undefined && option?.value !== undefined) awaiting = option
    }
    const command = find(words)
    if (command !== undefined) options = optionsOf(command)
  }
  if (awaiting !== undefined) return starting(valuesOf(awaiting), current)
  if (!onlyWords && current.startsWith("-")) {
    const [, name = "", ofValue] = /^--([\w-]+)(=.*)?$/s.exec(current) ?? []
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (ofValue !== undefined)
      return option === undefined ? { words: [] } : starting(valuesOf(option, `--${name}=`), current)
    const left = Object.entries(options).filter(([each, { value }]) => value === undefined || !seen.has(each))
    return starting({ words: left.map(([each, { description }]) => [`--${each}`, description]) }, current)
  }
  if (words[0] === "help") {
    const [, first, second] = words
    if (first === undefined) return starting({ words: firstWords.filter(([word]) => word !== "help") }, current)
    return starting({ words: second === undefined && Object.hasOwn(groups, first) ? secondWords(first) : [] }, current)
  }
  if (words.length === 0) return starting({ words: firstWords }, current)
  const command = find(words)
  if (command === undefined) return starting({ words: words.length === 1 ? secondWords(words[0]!) : [] }, current)
  const argument = Object.values<Argument>(commandOf(command).args)[words.length - command.split(" ").length]
  return argument === undefined ? { words: [] } : starting(valuesOf(argument), current)
}

/** The internal command by which the scripts call the program. */
export const completing = "__complete"

/** The answer to a script: a line for each candidate, its description after a tab; `:file` or `:folder` for paths. */
export const completionLines = (words: ReadonlyArray<string>): string => {
  const { path, words: found } = complete(words.slice(0, -1), words.at(-1) ?? "")
  const lines = found.map(([word, description]) => (description === "" ? word : `${word}\t${description}`))
  return [...lines, ...(path === undefined ? [] : [`:${path}`])].map((line) => `${line}\n`).join("")
}

const bash = `# Completion of lectern for bash: eval "$(lectern completion bash)"
_lectern() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=() word line
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [[ $word == = ]] || words+=("$word"); done
  [[ $current == = ]] && current=
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :folder) compopt -o filenames; mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$current") ;;
      :file) compopt -o filenames; mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current") ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <("\${COMP_WORDS[0]/#\\~/$HOME}" ${completing} "\${words[@]}" "$current" 2>/dev/null)
}
complete -F _lectern lectern
`

const zsh = `#compdef lectern
# Completion of lectern for zsh: eval "$(lectern completion zsh)" after compinit
_lectern() {
  local line
  local -a found
  for line in "\${(@f)$("\${words[1]}" ${completing} "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      :folder) _files -/ ;;
      :file) _files ;;
      *$'\\t'*) found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
      ?*) found+=("\${line//:/\\\\:}") ;;
    esac
  done
  (( \${#found} )) && _describe lectern found
}
compdef _lectern lectern
`

const fish = `# Completion of lectern for fish: lectern completion fish > ~/.config/fish/completions/lectern.fish
function __lectern_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] ${completing} $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case :folder
                __fish_complete_directories $current
            case :file
                __fish_complete_path $current
            case '*'
                echo $line
        end
    end
end
complete -c lectern -f -a '(__lectern_complete)'
`

/** The scripts, by the name of their shell. */
export const scripts: Readonly<Record<"bash" | "zsh" | "fish", string>> = { bash, zsh, fish }
