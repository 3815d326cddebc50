/**
 * `npm run bench -- public-manuals --folders DIR`: how well search answers judged questions about public manuals, beside
 * a tuned MiniSearch. `DIR` has the clones, such as `DIR/rust-lang+cargo`. Only the open half of the questions is asked,
 * unless `--frozen` asks the other one. `--only` names sets, and `--missed` prints the questions of the open half that
 * have no right page among the first five.
 */
import { parseArgs } from "node:util"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { runAsked, say } from "../CommandLine.js"
import { openManuals } from "../judged/Lectern.js"
import { bestOf, variantsOf } from "../judged/Measured.js"
import { miniSearch } from "../peers/MiniSearch.js"
import { answersOf, gradesOf, questionsOfHalf, tableOf } from "./Answers.js"
import { manualOfSet } from "./Clones.js"
import { publicSets } from "./PublicSets.js"

const all = publicSets()

const usage = `usage: npm run bench -- public-manuals --folders DIR [--frozen] [--missed] [--only NAME...]
sets: ${all.map(({ name }) => name).join(", ")}`

/** Parses the command line. Throws if it is not understood. */
const asked = () => {
  const { values } = parseArgs({
    options: {
      folders: { type: "string" },
      frozen: { type: "boolean", default: false },
      missed: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] }
    }
  })
  const { folders, frozen, missed, only } = values
  if (folders === undefined) throw new Error("--folders is required")
  if (frozen && missed) throw new Error("--missed would show frozen questions")
  const unknown = only.find((name) => !all.some((set) => set.name === name))
  if (unknown !== undefined) throw new Error(`no set ${unknown}`)
  return { folders, frozen, missed, sets: all.filter(({ name }) => only.length === 0 || only.includes(name)) }
}

const run = async ({ folders, frozen, missed, sets }: ReturnType<typeof asked>): Promise<void> => {
  const manuals = sets.map((set) => manualOfSet(folders, set))
  for (const { name, pages } of manuals) say(`${name}: ${pages.length} pages`)
  const lectern = await openManuals(manuals, MemoryStorage.open())
  const subject = await answersOf(sets, frozen, lectern.searchOf)
  await lectern.close()
  const isCut = (name: string) => sets.some((set) => set.name === name && set.language === "zh")
  const open = sets.flatMap((set) =>
    questionsOfHalf(set, false).map((question) => ({
      manual: set.name,
      query: question.question,
      answers: gradesOf(question)
    }))
  )
  // Also for the frozen half, MiniSearch is tuned on the open one.
  const tuned = await bestOf(open, variantsOf(miniSearch, manuals, isCut).tuned)
  const baseline = await answersOf(sets, frozen, tuned.searchOf)
  say(`MiniSearch, tuned: ${tuned.words}`)
  process.stdout.write(`${frozen ? "Frozen" : "Open"} half\n\n${tableOf(subject, baseline)}\n`)
  if (!missed) return
  for (const { question, reciprocalRank } of subject.filter((answer) => answer.reciprocalRank < 1 / 5)) {
    const right = Object.entries(question.relevant).flatMap(([path, grade]) => (grade === 2 ? [path] : []))
    process.stdout.write(`${question.id} ${reciprocalRank.toFixed(2)} ${question.question} -> ${right.join(", ")}\n`)
  }
}

await runAsked(asked, usage, run)
