/** Clients that follow the events of spaces, through one server after the other. */
import { pick, stepsOf, type Work } from "./Work.js"
import { contentUpdates } from "./World.js"

/** Follows both spaces from where the run began. */
const follow = async ({ recorder, starts, world }: Work, client: number): Promise<void> => {
  const { call, isOver, record } = recorder
  const after = new Map(starts)
  for (const { place, server } of stepsOf(client)) {
    if (isOver()) return
    const { id: space } = pick(world.spaces, place)
    const called = await call(server, contentUpdates(space, after.get(space) ?? ""), 200)
    const { answer, completed, invoked } = called
    if (answer.kind !== "answer" || answer.status !== 200) continue
    const told = answer.body.items.map(({ id, revision }) => ({ id, revision }))
    after.set(space, answer.body.next.after)
    record({ kind: "told", space, follower: `follower ${client}`, told, invoked, completed })
  }
}

/** Two of them. */
export const followers = (work: Work): ReadonlyArray<Promise<void>> => [follow(work, 201), follow(work, 202)]
