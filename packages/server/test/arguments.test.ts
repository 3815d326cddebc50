import * as CliConfig from "@effect/cli/CliConfig"
import * as Command from "@effect/cli/Command"
import * as HelpDoc from "@effect/cli/HelpDoc"
import { describe, expect, it } from "vitest"
import { prepare } from "../src/Arguments.js"
import { exportCommand } from "../src/commands/Export.js"
import { importCommand } from "../src/commands/Import.js"
import { purge } from "../src/commands/Purge.js"
import { start } from "../src/commands/Start.js"
import { token } from "../src/commands/Token.js"
import { user } from "../src/commands/User.js"

const config = CliConfig.defaultConfig
const help = [
  Command.getHelp(start, config),
  Command.getHelp(importCommand, config),
  Command.getHelp(exportCommand, config),
  Command.getHelp(token, config),
  Command.getHelp(user, config),
  Command.getHelp(purge, config)
]
  .map((doc) => HelpDoc.toAnsiText(doc))
  .join("\n")

describe("arguments", () => {
  it("knows every option of every command", () => {
    const options = new Set(help.match(/--[a-z][a-z-]+/g))
    expect([...options]).toEqual(
      expect.arrayContaining(["--port", "--space", "--force", "--expires", "--role", "--json"])
    )
    for (const option of options) expect(prepare(["start", option, "x"]).unknown).toBeUndefined()
  })

  it("takes --log-level off wherever it stands", () => {
    expect(prepare(["start", "--log-level", "debug", "--port", "1"])).toEqual({
      args: ["start", "--port", "1"],
      logLevel: "debug",
      unknown: undefined
    })
    expect(prepare(["--log-level=debug", "start"])).toMatchObject({ args: ["start"], logLevel: "debug" })
    expect(prepare(["start", "--log-level"]).logLevel).toBe("")
  })

  it("finds unknown options, but not in values and not after --", () => {
    expect(prepare(["import", "x", "--colour"]).unknown).toBe("--colour")
    expect(prepare(["import", "-v"]).unknown).toBe("-v")
    expect(prepare(["import", "--title", "--odd", "x"]).unknown).toBeUndefined()
    expect(prepare(["import", "--title=--odd", "x"]).unknown).toBeUndefined()
    expect(prepare(["import", "--", "--odd"])).toMatchObject({ args: ["import", "--", "--odd"], unknown: undefined })
  })
})
