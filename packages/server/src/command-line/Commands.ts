/** All commands, with their arguments and options. It imports nothing slow, so that help and completion are fast. */
import { accountCommands } from "./AccountCommands.js"
import { contentCommands } from "./ContentCommands.js"
import type { Command } from "./Declaration.js"
import { serving } from "./Options.js"
import { workspaceCommands } from "./WorkspaceCommands.js"

/** The commands by the words that invoke them, in the order in which help lists them. */
export const commands = {
  start: {
    summary: "Serve the workspace, on port 4000 of this machine.",
    about:
      "A new workspace gets an administrator and the manual as its first space. SIGINT and SIGTERM stop the server once the running requests have finished.",
    args: {},
    options: {
      "import-docs": {
        value: "source",
        description: "What a new workspace starts with: a folder, a zip archive or none (default: the manual).",
        path: "file"
      },
      ...serving
    }
  },
  ...contentCommands,
  ...accountCommands,
  ...workspaceCommands,
  completion: {
    summary: "Print a script that completes commands on the Tab key.",
    about: "The manual says where to put it for each shell.",
    args: { shell: { value: "bash|zsh|fish", description: "The shell.", choices: ["bash", "zsh", "fish"] } },
    options: {}
  }
} as const satisfies Readonly<Record<string, Command>>

/** The words that invoke a command. */
export type CommandName = keyof typeof commands

/** The descriptions of two-word commands, by their first word. */
export const groups: Readonly<Record<string, string>> = {
  user: "Manage users.",
  access: "Explain who may do what.",
  token: "Manage API tokens.",
  keys: "Manage the keys that encrypt secrets."
}

/** The description of the program. */
export const description = "A documentation workspace: versioned, searchable and served."

/** Every command, as its declaration. */
export const commandOf = (name: CommandName): Command => commands[name]
