/**
 * Joins the chunks of a bundle. esbuild makes one for each set of entry points that share code, and every module that
 * is loaded on first use is an entry point: hundreds of files, and Node spends a millisecond or more on each. Here, the
 * modules that the same programs load when they start are one file. Everything else stays unchanged.
 */
import { createHash } from "node:crypto"
import { basename } from "node:path"

/** The outputs of a metafile, by their names without the folder. */
const byName = (outputs) =>
  Object.fromEntries(
    Object.entries(outputs).map(([file, output]) => [
      basename(file),
      { ...output, imports: output.imports.map((each) => ({ ...each, path: basename(each.path) })) }
    ])
  )

/** The files that a file of the bundle imports when it is loaded, or, with another kind, on first use. */
const importsOf = (outputs, file, kind = "import-statement") =>
  outputs[file].imports.filter((each) => each.kind === kind && each.path in outputs).map(({ path }) => path)

/** Files with everything that is loaded with them. */
const closureOf = (outputs, files) => {
  const found = new Set(files)
  for (const file of found) for (const next of importsOf(outputs, file)) found.add(next)
  return found
}

/**
 * The files of each group: files that are loaded in exactly the same cases, by their numbers. Programs are in none,
 * since they do something when they are loaded, and neither are files that nothing loads at its start.
 */
const groupsOf = (outputs, { apart, together }, programs) => {
  const closures = [...together, ...apart].map((files) => closureOf(outputs, files))
  const groups = new Map()
  for (const file of Object.keys(outputs)) {
    const cases = closures.flatMap((closure, number) => (closure.has(file) ? [number] : []))
    if (programs.includes(file) || !cases.some((number) => number < together.length)) continue
    const name = cases.join("-")
    groups.set(name, [...(groups.get(name) ?? []), file])
  }
  return [...groups].filter(([, files]) => files.length > 1)
}

/** The name of an export of a file in the group that has the file. */
const inGroup = (number, name) => `m${number}_${name}`

/** A line that loads a file and exports something of it. */
const exporting = (names, from) =>
  `${names.length === 0 ? "import" : `export {${names.join(", ")}} from`} ${JSON.stringify(from)}`

/**
 * Writes a bundle of esbuild with fewer files. `bundled` is its result, with its outputs in memory, inline source maps
 * and a metafile; `loads` has the files that are loaded in each case. Returns the metafile of the written files.
 */
export const joinChunks = async ({ build, bundled, loads, programs, outdir, options }) => {
  const outputs = byName(bundled.metafile.outputs)
  const contents = new Map(bundled.outputFiles.map(({ path, text }) => [basename(path), text]))
  const groups = groupsOf(outputs, loads, programs)
  const placeOf = new Map(groups.flatMap(([group, files]) => files.map((file, number) => [file, { group, number }])))
  // Programs keep their names. All other files get a new name with every bundle, since a program of an earlier bundle
  // may be running, and must not load files of this one.
  const version = createHash("sha256").update(Object.keys(outputs).sort().join("\n")).digest("base64url").slice(0, 8)
  const renamed = (file) => (programs.includes(file) ? file : file.replace(/\.js$/, `-${version}.js`))
  const groupFile = (group) => `./group-${group}-${version}.js`

  const isImportedLater = new Set(Object.keys(outputs).flatMap((file) => importsOf(outputs, file, "dynamic-import")))
  const single = Object.keys(outputs).filter((file) => !placeOf.has(file))
  const shown = [...placeOf.keys()].filter((file) => isImportedLater.has(file))
  const out = (file) => renamed(file).slice(0, -".js".length)
  const load = (contents) => ({ contents, loader: "js" })
  /** Imports that load the groups that files import from, whether or not anything of them is used. */
  const loading = (files, own) => {
    const imported = files.flatMap((file) => importsOf(outputs, file)).map((file) => placeOf.get(file)?.group)
    const others = new Set(imported.filter((group) => group !== undefined && group !== own))
    return [...others].map((group) => `\nimport ${JSON.stringify(groupFile(group))}`).join("")
  }
  const plugin = {
    name: "join-chunks",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ kind, path, importer, namespace }) => {
        if (kind === "entry-point") {
          const [space, rest] = path.split(/:(.*)/)
          return { namespace: space, path: rest }
        }
        const file = basename(path)
        if (!path.startsWith("./") || !(file in outputs)) return { external: true, path }
        if (namespace === "group") return { namespace: "file-of-group", path: file }
        if (kind !== "import-statement") return { external: true, path: `./${renamed(file)}` }
        const place = placeOf.get(file)
        if (place === undefined) return { external: true, path: `./${renamed(file)}` }
        const isOwn = namespace === "file-of-group" && place.group === placeOf.get(importer)?.group
        // `loading` has one line for each group. One line for each unused file of a group would be a fifth of all
        // bytes.
        return isOwn
          ? { namespace: "file-of-group", path: file }
          : { namespace: "elsewhere", path: file, sideEffects: false }
      })
      onLoad({ filter: /.*/, namespace: "group" }, ({ path }) => {
        const files = groups.find(([group]) => group === path)?.[1] ?? []
        const lines = files.map((file, number) =>
          exporting(
            outputs[file].exports.map((name) => `${name} as ${inGroup(number, name)}`),
            `./${file}`
          )
        )
        return load(lines.join("\n") + loading(files, path))
      })
      onLoad({ filter: /.*/, namespace: "elsewhere" }, ({ path }) => {
        const { group, number } = placeOf.get(path)
        return load(
          exporting(
            outputs[path].exports.map((name) => `${inGroup(number, name)} as ${name}`),
            groupFile(group)
          )
        )
      })
      onLoad({ filter: /.*/, namespace: "file-of-group" }, ({ path }) => load(contents.get(path)))
      onLoad({ filter: /.*/, namespace: "single" }, ({ path }) => load(contents.get(path) + loading([path])))
    }
  }
  const entryPoints = [
    ...groups.map(([group]) => ({ in: `group:${group}`, out: groupFile(group).slice(2, -".js".length) })),
    ...single.map((file) => ({ in: `single:${file}`, out: out(file) })),
    ...shown.map((file) => ({ in: `elsewhere:${file}`, out: out(file) }))
  ]
  const { metafile } = await build({ ...options, entryPoints, outdir, bundle: true, metafile: true, plugins: [plugin] })
  return metafile
}
