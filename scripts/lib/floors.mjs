/** The floors of a package, and the imports that lead to a higher one. */

/** The first folders of a path in `src`, from the lowest floor to the highest. Files outside them are above all. */
export const floors = ["foundation", "text", "storage", "people", "content", "publishing", "operations", "engine"]

/** The packages whose sources are divided into floors. */
const divided = ["core", "http"]

const floorOf = (file) => {
  const floor = floors.indexOf(file.slice(0, file.indexOf("/")))
  return floor === -1 ? floors.length : floor
}

/** The imports of a file that lead to a higher floor; both are paths in `src`. Type-only imports count. */
export const upward = (file, imported) => imported.filter((other) => floorOf(other) > floorOf(file))

/** All violations in a graph from each file to the files it imports, by their paths below `packages`, one line each. */
export const floorProblems = (graph) =>
  divided.flatMap((name) => {
    const start = `${name}/src/`
    const inside = (files) => [...files].flatMap((file) => (file.startsWith(start) ? [file.slice(start.length)] : []))
    const files = inside(graph.keys())
    const folders = new Set(files.flatMap((file) => (file.includes("/") ? [file.slice(0, file.indexOf("/"))] : [])))
    const unknown = [...folders].filter((folder) => !floors.includes(folder))
    return [
      ...unknown.map((folder) => `${start}${folder} is no floor`),
      ...files.flatMap((file) =>
        upward(file, inside(graph.get(start + file))).map(
          (other) => `${start}${file} imports ${other}, on a higher floor`
        )
      )
    ]
  })
