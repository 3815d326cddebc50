/** Clients that edit, merge and read pages. */
import { outcomeOf } from "./Recorder.js"
import { pick, type Step, stepsOf, type Work } from "./Work.js"
import { text, valueOf } from "./World.js"

/** Edits, merges and reads pages. */
export const edit = async ({ fresh, recorder, world }: Work, client: number): Promise<void> => {
  const { call, isOver, record } = recorder
  /** The current revision of each space, as far as this client knows. */
  const heads = new Map<string, string>()
  const write = async ({ kind, page: at, place, server }: Step): Promise<void> => {
    const { id: space, shared } = pick(world.spaces, place)
    const page = pick(shared, at)
    const expected = kind === "expected" ? heads.get(space) : undefined
    const value = fresh("edit")
    const changes = [{ operation: "update_page", page, document: { markdown: text(value) } }]
    const headers = expected === undefined ? {} : { "if-match": `"${expected}"` }
    const called = await call(
      server,
      { method: "POST", path: `spaces/${space}/content`, body: { changes }, headers },
      200,
      ...(expected === undefined ? [] : [412])
    )
    const { answer, completed, invoked } = called
    const outcome = outcomeOf(called, 200)
    const revision = answer.kind === "answer" && outcome === "done" ? answer.body.revision : undefined
    const isPlain = answer.kind === "answer" && answer.status === 412
    record({
      kind: "write",
      space,
      page,
      value,
      outcome,
      invoked,
      completed,
      ...(revision !== undefined && { revision }),
      ...(expected !== undefined && (outcome !== "refused" || isPlain) && { expected })
    })
    if (revision !== undefined) heads.set(space, revision)
  }
  const merge = async ({ other, place, server }: Step): Promise<void> => {
    const { id: space, merged } = pick(world.spaces, place)
    const page = merged[client]!
    const value = fresh("merge")
    const path = `spaces/${space}/change-requests`
    const opened = await call(server, { method: "POST", path, body: {} }, 201)
    if (opened.answer.kind !== "answer" || opened.answer.status !== 201) return
    const changes = [{ operation: "update_page", page, document: { markdown: text(value) } }]
    const own = `${path}/${opened.answer.body.id}`
    const edited = await call(other, { method: "POST", path: `${own}/content`, body: { changes } }, 200)
    if (edited.answer.kind !== "answer" || edited.answer.status !== 200) return
    const called = await call(server + other, { method: "POST", path: `${own}/merge` }, 200)
    const { answer, completed, invoked } = called
    const isMerged = answer.kind === "answer" && answer.body.result === "merge"
    const told = outcomeOf(called, 200)
    const outcome = told === "done" && !isMerged ? "refused" : told
    const revision = isMerged ? { revision: answer.body.revision } : {}
    record({ kind: "write", space, page, value, outcome, invoked, completed, ...revision })
  }
  const read = async ({ page: at, place, server }: Step): Promise<void> => {
    const { id: space, merged, shared } = pick(world.spaces, place)
    const page = pick([...shared, ...merged], at)
    const called = await call(server, { method: "GET", path: `spaces/${space}/content/page/${page}` }, 200)
    const { answer, completed, invoked } = called
    if (answer.kind !== "answer" || answer.status !== 200) return
    record({ kind: "read", space, page, value: valueOf(answer.body), invoked, completed })
  }
  const head = async ({ place, server }: Step): Promise<void> => {
    const { id: space } = pick(world.spaces, place)
    const called = await call(server, { method: "GET", path: `spaces/${space}/content` }, 200)
    const { answer, completed, invoked } = called
    if (answer.kind !== "answer" || answer.status !== 200) return
    heads.set(space, answer.body.id)
    record({ kind: "head", space, revision: answer.body.id, invoked, completed })
  }
  const doing = { edit: write, expected: write, merge, read, head }
  for (const step of stepsOf(client)) {
    if (isOver()) return
    await doing[step.kind](step)
  }
}
