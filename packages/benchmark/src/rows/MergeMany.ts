/** The merge of many pages that both sides have changed, compared with Git. */
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { ContentEdits, type EditOptions } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import * as Effect from "effect/Effect"
import { markdownOf } from "../Corpus.js"
import { type Measure, type Row, timed, timedSync } from "../Harness.js"
import * as Git from "../peers/Git.js"
import { tempFolder } from "../TempFolder.js"
import { pathOf, within } from "../Workspace.js"
import { bytes, large, placeOf, type Sample, sampleOf, used } from "./Growth.js"

const batch = 50

/** The text of a page after an edit of its beginning and one of its end. */
const textOf = (i: number, first: number, last: number): string =>
  `Edit number ${first} of the beginning.\n\n${markdownOf(placeOf(large, i), bytes)}\nEdit number ${last} of the end.\n`

const places = Array.from({ length: used }, (_, i) => i)

const edit = Effect.fnUntraced(function* (
  { pages, space }: Sample,
  text: (i: number) => string,
  where: EditOptions = {}
) {
  const edits = yield* ContentEdits
  for (let from = 0; from < used; from += batch) {
    const changes = places.slice(from, from + batch).map((i) => ({
      operation: "update_page" as const,
      page: pages[i]!,
      document: { markdown: text(i) }
    }))
    yield* edits.apply(space, { changes }, where)
  }
})

/** Changes the end of each page in a request and its beginning in the space, and measures the merge. */
const merging = (sample: Sample): Measure => {
  let round = 1
  return within(
    sample.workspace,
    Effect.gen(function* () {
      const requests = yield* ChangeRequests
      const now = round++
      const { id } = yield* requests.create(sample.space, { subject: `Round ${now}` })
      yield* edit(sample, (i) => textOf(i, now - 1, now), { changeRequest: id })
      yield* edit(sample, (i) => textOf(i, now, now - 1))
      return yield* timed(1, () =>
        Effect.filterOrDieMessage(requests.merge(sample.space, id), ({ result }) => result === "merge", "not merged")
      )
    })
  )
}

const fileOf = (i: number): string => `${pathOf(placeOf(large, i))}.md`

const mergingGit = (git: Git.GitTree): Measure => {
  let round = 1
  return Effect.suspend(() => {
    const now = round++
    const branch = `round-${now}`
    git.branchWithEdits(
      branch,
      places.map((i) => [fileOf(i), textOf(i, now - 1, now)])
    )
    git.commitEdits(places.map((i) => [fileOf(i), textOf(i, now, now - 1)]))
    return timedSync(1, () => git.merge(branch))
  })
}

/** Fails unless both sides have merged the same texts. */
const expectSame = (sample: Sample, git: Git.GitTree) =>
  within(
    sample.workspace,
    Effect.gen(function* () {
      const contents = yield* Contents
      for (const i of places) {
        const page = yield* contents.page(sample.space, sample.pages[i]!)
        const text = page.type === "document" ? page.markdown : undefined
        if (text !== git.read(fileOf(i))) return yield* Effect.dieMessage(`git differs in ${fileOf(i)}`)
      }
    })
  )

/** Merges a change request with 100 pages that the space has changed as well, compared with `git merge`. */
export const mergeManyGit: Row = {
  name: "merge-many-git",
  subject: `merge ${used} pages of ${large.toLocaleString("en-US")} that both sides changed`,
  baseline: "git merge",
  unit: "µs",
  target: { of: "ratio", kind: "at most", value: 2 },
  rounds: 5,
  prepare: Effect.gen(function* () {
    const sample = yield* sampleOf(large)
    yield* within(
      sample.workspace,
      edit(sample, (i) => textOf(i, 0, 0))
    )
    const git = Git.create(
      yield* tempFolder,
      Array.from({ length: large }, (_, i) => [`${pathOf(i)}.md`, markdownOf(i, bytes)] as const)
    )
    git.commitEdits(places.map((i) => [fileOf(i), textOf(i, 0, 0)]))
    const [subject, baseline] = [merging(sample), mergingGit(git)]
    yield* subject
    yield* baseline
    yield* expectSame(sample, git)
    return { subject, baseline }
  })
}
