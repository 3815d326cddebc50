/** The handlers of commands, each loaded on demand. */
import type { RunnableName } from "./command-line/Plan.js"
import type { Handler } from "./Handler.js"

/** The handlers by the words of their commands. */
export const handlers: { readonly [N in RunnableName]: () => Promise<Handler<N>> } = {
  start: async () => (await import("./commands/Start.js")).start,
  import: async () => (await import("./commands/Import.js")).importCommand,
  export: async () => (await import("./commands/Export.js")).exportCommand,
  publish: async () => (await import("./commands/Publish.js")).publish,
  preview: async () => (await import("./commands/Preview.js")).preview,
  rollback: async () => (await import("./commands/Rollback.js")).rollback,
  "user add": async () => (await import("./commands/User.js")).add,
  "user erase": async () => (await import("./commands/UserErase.js")).erase,
  "user link": async () => (await import("./commands/UserLink.js")).link,
  "access explain": async () => (await import("./commands/Access.js")).explain,
  "token create": async () => (await import("./commands/Token.js")).create,
  "token list": async () => (await import("./commands/Token.js")).list,
  "token rotate": async () => (await import("./commands/Token.js")).rotate,
  "token revoke": async () => (await import("./commands/Token.js")).revoke,
  audit: async () => (await import("./commands/Audit.js")).audit,
  "keys list": async () => (await import("./commands/Keys.js")).list,
  "keys rotate": async () => (await import("./commands/Keys.js")).rotate,
  "keys drop": async () => (await import("./commands/Keys.js")).drop,
  purge: async () => (await import("./commands/Purge.js")).purge,
  check: async () => (await import("./commands/Check.js")).check,
  backup: async () => (await import("./commands/Backup.js")).backup,
  resume: async () => (await import("./commands/Resume.js")).resume,
  copy: async () => (await import("./commands/Copy.js")).copy,
  restore: async () => (await import("./commands/Restore.js")).restore
}
