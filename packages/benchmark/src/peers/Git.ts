/** The same tree in a Git repository, edited and merged with the git command line. */
import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** A file and its text. */
export type FileText = readonly [path: string, text: string]

/** A repository with a clean working tree on `main`. */
export interface GitTree {
  /** Creates a branch, commits a new text of a file on it, and merges it. */
  readonly mergeEdit: (branch: string, file: string, text: string) => void
  /** Creates a branch, commits a new text of a file on it, and returns to `main`. */
  readonly branchWithEdit: (branch: string, file: string, text: string) => void
  /** Like {@link branchWithEdit}, for several files in one commit. */
  readonly branchWithEdits: (branch: string, edits: ReadonlyArray<FileText>) => void
  /** Commits new texts of files. */
  readonly commitEdits: (edits: ReadonlyArray<FileText>) => void
  /** Merges a branch. */
  readonly merge: (branch: string) => void
  /** Writes all files into another, empty folder. */
  readonly checkOut: (folder: string) => void
  /** The changes on a branch since it left `main`, as a diff. */
  readonly changesOf: (branch: string) => string
  /** The text of a file on `main`. */
  readonly read: (file: string) => string
}

const identity = ["-c", "user.name=Bench", "-c", "user.email=bench@example.com", "-c", "commit.gpgSign=false"]

/** Creates a repository in an empty folder, with files by path, in one commit. */
export const create = (folder: string, files: Iterable<FileText>): GitTree => {
  const git = (...args: ReadonlyArray<string>): string =>
    execFileSync("git", [...identity, ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
      maxBuffer: 64 * 1024 * 1024,
      stdio: ["ignore", "pipe", "pipe"]
    })
  const write = (file: string, text: string): void => {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  for (const [file, text] of files) write(file, text)
  git("init", "--quiet", "--initial-branch=main")
  git("config", "gc.auto", "0")
  git("add", "--all")
  git("commit", "--quiet", "--message=All")
  const commitEdits = (edits: ReadonlyArray<FileText>): void => {
    for (const [file, text] of edits) write(file, text)
    git("commit", "--quiet", "--all", "--message=Edit")
  }
  const branchWithEdits = (branch: string, edits: ReadonlyArray<FileText>): void => {
    git("switch", "--quiet", "--create", branch)
    commitEdits(edits)
    git("switch", "--quiet", "main")
  }
  const merge = (branch: string): void => {
    git("merge", "--quiet", "--no-ff", "--no-edit", branch)
  }
  return {
    mergeEdit: (branch, file, text) => {
      branchWithEdits(branch, [[file, text]])
      merge(branch)
    },
    branchWithEdit: (branch, file, text) => branchWithEdits(branch, [[file, text]]),
    branchWithEdits,
    commitEdits,
    merge,
    checkOut: (to) => {
      git(`--work-tree=${to}`, "checkout", "--quiet", "--force", "main", "--", ".")
    },
    changesOf: (branch) => git("diff", `main...${branch}`),
    read: (file) => readFileSync(join(folder, file), "utf8")
  }
}
