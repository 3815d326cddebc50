/** Finds and adds the entries that npm leaves out of a lock file. */

const parents = function* (key) {
  for (let at = key; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    yield `${at}/node_modules/`
    if (!at.includes("/node_modules/")) break
  }
  yield "node_modules/"
}

/** The optional dependencies with an exact version that have no entry, each with the entry it needs. */
export const missingEntries = ({ packages }) => {
  const missing = new Map()
  for (const [key, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const known = [...parents(key)].some((folder) => `${folder}${name}` in packages)
      if (!known && /^\d+\.\d+\.\d+/.test(version))
        missing.set(`node_modules/${name}`, platformEntry(name, version, dev))
    }
  }
  return missing
}

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"]
const processors = ["arm64", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "x64"]

/** The entry of a package for one platform, derived from its name, such as `@rollup/rollup-linux-x64-musl`. */
const platformEntry = (name, version, dev) => {
  const words = name.split(/[-/]/)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  if (os.length !== 1 || cpu.length !== 1) throw new Error(`${name} is missing and does not name its platform`)
  const libc = os[0] !== "linux" ? [] : words.includes("musl") ? ["musl"] : words.includes("gnu") ? ["glibc"] : []
  return { version, cpu, ...(dev && { dev }), ...(libc.length > 0 && { libc }), optional: true, os }
}

/** The lock file with every missing entry added. */
export const complete = (lockfile) => {
  const [root, ...rest] = Object.entries(lockfile.packages)
  const entries = [...rest, ...missingEntries(lockfile)].sort(([a], [b]) => a.localeCompare(b, "en"))
  return { ...lockfile, packages: Object.fromEntries([root, ...entries]) }
}
