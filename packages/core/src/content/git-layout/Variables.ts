/** `.gitbook/vars.yaml`: the variables of a space. */

import { patchYaml } from "../../text/markdown/FrontMatterPatch.js"
import { parseYaml } from "../../text/markdown/Yaml.js"
import type { Variables } from "../pages/PageParts.js"
import type { Problem } from "./Folder.js"
import { yamlLines } from "./YamlLines.js"

/** The file's path under the root. */
export const variablesName = ".gitbook/vars.yaml"

/** Variables as read, with the problems in their file. */
export interface ReadVariables {
  readonly variables: Variables
  readonly problems: ReadonlyArray<Problem>
}

/** Parses the file; a key without a value is an empty string, and one whose value is not a string is a problem. */
export const readVariables = (path: string, text: string): ReadVariables => {
  const { values, problems } = parseYaml(text)
  const found: Array<Problem> = problems.map((each) => ({ file: path, severity: "error", ...each }))
  const variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "string" || value === null) variables[name] = value ?? ""
    else
      found.push({
        file: path,
        line: yamlLines(text)(name),
        message: `${name}: expected a string`,
        severity: "warning"
      })
  }
  return { variables, problems: found }
}

/**
 * The file's text for some variables, changing only the differences in the existing text; `undefined` when none is
 * needed.
 */
export const writeVariables = (variables: Variables, found: string | undefined): string | undefined => {
  const old = readVariables("", found ?? "").variables
  const changes: Record<string, string | undefined> = {}
  for (const name of Object.keys(old)) if (!Object.hasOwn(variables, name)) changes[name] = undefined
  for (const [name, value] of Object.entries(variables)) {
    if (!Object.hasOwn(old, name) || old[name] !== value) changes[name] = value
  }
  if (Object.keys(changes).length === 0) return found
  const text = patchYaml(found ?? "", changes)
  return text === "" ? undefined : text
}
