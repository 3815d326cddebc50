/** Reads the page order in the configuration of a generator: `nav` of MkDocs, `navigation` of Mintlify. */
import { join } from "@lectern/core/internal/content/git-layout/Paths"
import type { YamlValue } from "@lectern/core/internal/text/markdown/FrontMatter"
import { parseYaml } from "@lectern/core/internal/text/markdown/Yaml"
import { type Archive, configText } from "../archive/Archive.js"
import { flatten, type PlannedPage } from "../archive/Landing.js"
import { isFolderPage } from "../archive/Texts.js"

/** A stated order. `missing` lists the entries that name no page. */
export interface Navigation {
  readonly root: string
  readonly places: ReadonlyArray<PlannedPage>
  readonly missing: ReadonlyArray<string>
}

type Values = { readonly [key: string]: YamlValue }

const isRecord = (value: YamlValue | undefined): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const list = (value: YamlValue | undefined): ReadonlyArray<YamlValue> => (Array.isArray(value) ? value : [])

const external = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

/** How deep a navigation may nest. */
const depthLimit = 30

/** The `nav` of `mkdocs.yml`; the rest of that file may contain YAML that only Python can read. */
export const mkdocsNavigation = (archive: Archive): Navigation | undefined => {
  const path = ["mkdocs.yml", "mkdocs.yaml"].find((each) => archive.paths.has(each))
  const config = path === undefined ? undefined : configText(archive, path)
  if (config === undefined) return undefined
  const stated = /^docs_dir:[ \t]*["']?([^"'#\r\n]+)/m.exec(config)?.[1]?.trim()
  const root = join("", stated ?? "docs") ?? "docs"
  const nav = /^nav:[ \t]*\r?\n((?:[ \t]+.*\r?\n?|-.*\r?\n?|#.*\r?\n?|\r?\n)*)/m.exec(config)?.[0] ?? ""
  const missing: Array<string> = []
  const page = (target: string, title: string | undefined): ReadonlyArray<PlannedPage> => {
    const found = join(root, target)
    if (found !== undefined && archive.paths.has(found)) return [{ path: found, title, places: [] }]
    missing.push(external.test(target) ? `${target}, which is outside` : target)
    return []
  }
  const section = (title: string, places: ReadonlyArray<PlannedPage>): PlannedPage => {
    const [first, ...rest] = places
    const own = first?.path !== undefined && isFolderPage(first.path) && first.places.length === 0
    return own ? { path: first.path, title, places: rest } : { title, places }
  }
  const entries = (value: YamlValue | undefined, depth: number): ReadonlyArray<PlannedPage> =>
    depth > depthLimit
      ? []
      : list(value).flatMap((item) => {
          if (typeof item === "string") return page(item, undefined)
          if (!isRecord(item)) return []
          return Object.entries(item).flatMap(([title, target]) =>
            typeof target === "string" ? page(target, title) : [section(title, entries(target, depth + 1))]
          )
        })
  return { root, places: entries(parseYaml(nav).values.nav, 0), missing }
}

const titleKeys = ["group", "tab", "anchor", "dropdown", "version", "language", "product", "item"]
const listKeys = ["groups", "pages", "tabs", "anchors", "dropdowns", "versions", "languages", "products", "menu"]

/** The `navigation` of `docs.json` or `mint.json`. */
export const mintlifyNavigation = (archive: Archive): Navigation | undefined => {
  const path = ["docs.json", "mint.json"].find((each) => archive.paths.has(each))
  const navigation = path === undefined ? undefined : parseYaml(configText(archive, path) ?? "").values.navigation
  if (navigation === undefined || navigation === null) return undefined
  const missing: Array<string> = []
  const page = (name: string): ReadonlyArray<PlannedPage> => {
    const plain = name.replace(/^\//, "")
    const found = [`${plain}.mdx`, `${plain}.md`, plain].find((each) => archive.paths.has(each))
    if (found !== undefined) return [{ path: found, places: [] }]
    missing.push(name)
    return []
  }
  const entries = (value: YamlValue | undefined, depth: number): ReadonlyArray<PlannedPage> => {
    if (depth > depthLimit) return []
    if (typeof value === "string") return page(value)
    if (!isRecord(value)) return list(value).flatMap((item) => entries(item, depth + 1))
    const key = titleKeys.find((each) => typeof value[each] === "string")
    const places = listKeys.flatMap((each) => entries(value[each], depth + 1))
    const title = key === undefined ? undefined : value[key]
    return typeof title === "string" && places.length > 0 ? [{ title, places }] : places
  }
  return { root: "", places: entries(navigation, 0), missing }
}

/** The paths of all pages in some places. */
export const placed = (places: ReadonlyArray<PlannedPage>): ReadonlySet<string> =>
  new Set(flatten(places).flatMap(({ path }) => (path === undefined ? [] : [path])))
