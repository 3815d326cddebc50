/** Change requests in a large and in a small space, and compared with Git on the same tree. */
import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { Contents } from "@lectern/core/space-content/Contents"
import * as Effect from "effect/Effect"
import { markdownOf } from "../Corpus.js"
import { type Measure, type Row, timed, timedSync } from "../Harness.js"
import * as Git from "../peers/Git.js"
import { tempFolder } from "../TempFolder.js"
import { pathOf, within } from "../Workspace.js"
import { bytes, editPage, growth, large, placeOf, type Sample, sampleOf, used } from "./Growth.js"

const merges = 20
const lists = 200

const edited = (size: number, i: number, edit: number): string =>
  `${markdownOf(placeOf(size, i), bytes)}\nEdit number ${edit}.\n`

/** Opens a change request and adds a paragraph to one page in it. */
const propose = Effect.fnUntraced(function* (sample: Sample, edit: number) {
  const { id } = yield* (yield* ChangeRequests).create(sample.space, { subject: `Edit ${edit}` })
  yield* editPage(sample, edit, edited(sample.size, edit % used, edit), { changeRequest: id })
  return id
})

const mergeIn = Effect.fnUntraced(function* (sample: Sample, edit: number) {
  const id = yield* propose(sample, edit)
  const { result } = yield* (yield* ChangeRequests).merge(sample.space, id)
  if (result !== "merge") return yield* Effect.dieMessage(`expected a merge, got ${result}`)
})

const merging = (sample: Sample): Measure => {
  let edit = 1
  return within(
    sample.workspace,
    timed(merges, () => Effect.suspend(() => mergeIn(sample, edit++)))
  )
}

const changesOf = Effect.fnUntraced(function* ({ space }: Sample, id: ChangeRequestId) {
  const { changes } = yield* (yield* ChangeRequests).changes(space, id)
  if (changes.length !== 1) return yield* Effect.dieMessage(`expected one change, got ${changes.length}`)
})

/** Lists the changes of a request after main has changed. */
const listing = (sample: Sample): Measure => {
  let edit = 1
  return within(
    sample.workspace,
    Effect.gen(function* () {
      const id = yield* propose(sample, edit++)
      yield* mergeIn(sample, edit++)
      return yield* timed(lists, () => changesOf(sample, id))
    })
  )
}

/** Opens a change request, edits one page in it, and merges it. */
export const mergeRequest: Row = growth("merge-request", "open a request, edit a page, merge", merging)

/** Lists the changes of a change request with its conflicts. */
export const listChanges: Row = growth("list-changes", "list a request's changes", listing)

const fileOf = (i: number): string => `${pathOf(i)}.md`

const gitTree = Effect.map(tempFolder, (folder) =>
  Git.create(
    folder,
    Array.from({ length: large }, (_, i) => [fileOf(i), markdownOf(i, bytes)] as const)
  )
)

/** Merges the same edit on both sides, and fails if the results differ. */
const expectSame = Effect.fnUntraced(function* (sample: Sample, git: Git.GitTree) {
  const file = fileOf(placeOf(large, 0))
  yield* within(sample.workspace, mergeIn(sample, 0))
  git.mergeEdit("same", file, edited(large, 0, 0))
  const page = yield* within(
    sample.workspace,
    Effect.flatMap(Contents, (contents) => contents.page(sample.space, sample.pages[0]!))
  )
  if (page.type !== "document" || page.markdown !== git.read(file)) return yield* Effect.dieMessage("git differs")
})

const besideGit = (
  name: string,
  subject: string,
  baseline: string,
  measureOf: (sample: Sample) => Measure,
  measureGit: (git: Git.GitTree) => Measure
): Row => ({
  name,
  subject: `${subject}, ${large.toLocaleString("en-US")} pages`,
  baseline,
  unit: "µs",
  target: { of: "ratio", kind: "at most", value: 1 },
  rounds: 5,
  prepare: Effect.gen(function* () {
    const sample = yield* sampleOf(large)
    const git = yield* gitTree
    yield* expectSame(sample, git)
    return { subject: measureOf(sample), baseline: measureGit(git) }
  })
})

/** {@link mergeRequest} compared with a branch, a commit and a merge. */
export const mergeRequestGit: Row = besideGit(
  "merge-request-git",
  "open a request, edit a page, merge",
  "git: branch, commit, merge",
  merging,
  (git) => {
    let edit = 1
    return timedSync(3, () => {
      const i = edit % used
      git.mergeEdit(`edit-${edit}`, fileOf(placeOf(large, i)), edited(large, i, edit++))
    })
  }
)

/** {@link listChanges} compared with the diff of a branch. */
export const listChangesGit: Row = besideGit(
  "list-changes-git",
  "list a request's changes",
  "git diff",
  listing,
  (git) => {
    let edit = 1
    return Effect.suspend(() => {
      const branch = `changes-${edit}`
      git.branchWithEdit(branch, fileOf(placeOf(large, 1)), edited(large, 1, 1000 + edit))
      git.mergeEdit(`${branch}-main`, fileOf(placeOf(large, 2)), edited(large, 2, 1000 + edit++))
      return timedSync(5, () => git.changesOf(branch))
    })
  }
)
