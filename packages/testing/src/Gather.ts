import { readdirSync } from "node:fs"
import { basename, sep } from "node:path"

/** The export `resource` of every file of a name below a folder, in the order of their paths. */
export const gather = async <Resource>(folder: URL, name: string): Promise<ReadonlyArray<Resource>> => {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => basename(path) === name)
    .map((path) => path.split(sep).join("/"))
    .sort()
  const modules: ReadonlyArray<{ readonly resource: Resource }> = await Promise.all(
    paths.map((path) => import(new URL(path, folder).href))
  )
  return modules.map(({ resource }) => resource)
}
