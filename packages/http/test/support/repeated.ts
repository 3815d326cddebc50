/** Asks again and again, and says how that was answered. */

/** The answers to so many requests, one after the other. */
export const times = async (count: number, ask: () => Promise<Response>): Promise<ReadonlyArray<Response>> => {
  const answers: Array<Response> = []
  for (let i = 0; i < count; i++) answers.push(await ask())
  return answers
}

/** The statuses of answers. */
export const statuses = (answers: ReadonlyArray<Response>): ReadonlyArray<number> => answers.map(({ status }) => status)
