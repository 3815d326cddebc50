/** `.gitbook.yaml`: the location of a folder's documentation, and redirects from old paths. */

import { isYamlMap, type YamlValue } from "../../text/markdown/FrontMatter.js"
import { patchYaml } from "../../text/markdown/FrontMatterPatch.js"
import { parseYaml } from "../../text/markdown/Yaml.js"
import type { LayoutSource } from "../sync/SpaceTree.js"
import type { Problem } from "./Folder.js"
import { join } from "./Paths.js"
import { yamlLines } from "./YamlLines.js"

/** The file's place. */
export const configPath = ".gitbook.yaml"

/** The contents of the file. `redirects` are as written: an old path and a path under the root, with the line. */
export interface Config {
  readonly root: string
  readonly readme: string
  readonly summary: string
  /** The line that names the root; 1 when none does. */
  readonly rootLine: number
  readonly redirects: ReadonlyArray<{
    readonly from: string
    /** The old path as written. */
    readonly key: string
    readonly to: string
    readonly line: number
  }>
  readonly problems: ReadonlyArray<Problem>
}

const under = (root: string, path: string): string | undefined => join(root, path)

const mapOf = (value: YamlValue | undefined): { readonly [key: string]: YamlValue } | undefined =>
  isYamlMap(value) ? value : undefined

/** Parses the file; every error in it is reported as a problem and replaced by the default. */
export const readConfig = (text: string | undefined): Config => {
  const { values, problems } = text === undefined ? { values: {}, problems: [] } : parseYaml(text)
  const found: Array<Problem> = problems.map((each) => ({ file: configPath, severity: "error", ...each }))
  const lineOf = yamlLines(text ?? "")
  const wrong = (message: string, ...keys: ReadonlyArray<string>): void => {
    found.push({ file: configPath, line: lineOf(...keys), message, severity: "error" })
  }
  const path = (value: YamlValue | undefined, from: string, usual: string, ...keys: ReadonlyArray<string>): string => {
    if (value === undefined || value === null) return under(from, usual) ?? usual
    const joined = typeof value === "string" ? under(from, value) : undefined
    if (joined === undefined) wrong(`${keys.join(".")}: expected a path inside the folder`, ...keys)
    return joined ?? under(from, usual) ?? usual
  }
  const root = path(values.root, "", "", "root")
  const structure = mapOf(values.structure)
  const readme = path(structure?.readme, root, "README.md", "structure", "readme")
  const summary = path(structure?.summary, root, "SUMMARY.md", "structure", "summary")
  const redirects: Array<Config["redirects"][number]> = []
  for (const [from, to] of Object.entries(mapOf(values.redirects) ?? {})) {
    if (typeof to !== "string" || from === "")
      wrong(`redirects.${from}: expected the path of a page`, "redirects", from)
    else redirects.push({ from: from.replace(/^\/+|\/+$/g, ""), key: from, to, line: lineOf("redirects", from) })
  }
  return { root, readme, summary, rootLine: lineOf("root"), redirects, problems: found }
}

/** The configured places, or the default ones at the top if the configured root does not exist. */
export const placesIn = (
  { readme, root, summary }: Pick<Config, "root" | "readme" | "summary">,
  paths: Iterable<string>
): Pick<Config, "root" | "readme" | "summary"> => {
  for (const path of paths) if (root === "" || path.startsWith(`${root}/`)) return { root, readme, summary }
  return { root: "", readme: "README.md", summary: "SUMMARY.md" }
}

const inside = (root: string, path: string): string => (root === "" ? path : path.slice(root.length + 1))

/** A source's paths as the file writes them; `undefined` if they are the default ones. */
const settings = (source: LayoutSource) => {
  const readme = inside(source.root, source.readme)
  const summary = inside(source.root, source.summary)
  const structure = {
    ...(readme === "README.md" ? {} : { readme }),
    ...(summary === "SUMMARY.md" ? {} : { summary })
  }
  return {
    root: source.root === "" ? undefined : `./${source.root}/`,
    structure: Object.keys(structure).length === 0 ? undefined : structure
  }
}

/**
 * The file for a layout and redirects (old path to path under the root); `undefined` when none is needed. An existing
 * text with the same meaning is kept; otherwise its other keys and its comments are. `leadsTo` returns the path under
 * the root of the page that a redirect leads to; redirects that lead nowhere stay as they were.
 */
export const writeConfig = (
  source: LayoutSource,
  redirects: Readonly<Record<string, string>>,
  paths: ReadonlySet<string>,
  leadsTo: (to: string) => string | undefined
): string | undefined => {
  const { root, structure } = settings(source)
  const old = source.config
  const wanted = Object.entries(redirects).sort(([left], [right]) => (left < right ? -1 : 1))
  if (old !== undefined) {
    const said = readConfig(old)
    const places = placesIn(said, paths)
    const spelled = said.redirects.flatMap(({ from, key, to }) => {
      const page = leadsTo(to)
      return page === undefined || page === redirects[from] ? [{ from, key, to }] : []
    })
    const kept = new Set(spelled.map(({ from }) => from))
    const same = spelled.length === said.redirects.length && wanted.every(([from]) => kept.has(from))
    const layout = places.root === source.root && places.readme === source.readme && places.summary === source.summary
    if (layout && same) return old
    const all = [...spelled.map(({ key, to }) => [key, to] as const), ...wanted.filter(([from]) => !kept.has(from))]
    const changes = {
      ...(layout ? {} : { root, structure }),
      ...(same ? {} : { redirects: all.length === 0 ? undefined : Object.fromEntries(all) })
    }
    return patchYaml(old, said.problems.length === 0 ? changes : { root, structure, ...changes })
  }
  const text = patchYaml("", {
    ...(root === undefined ? {} : { root }),
    ...(structure === undefined ? {} : { structure }),
    ...(wanted.length === 0 ? {} : { redirects: Object.fromEntries(wanted) })
  })
  return text === "" ? undefined : text
}
