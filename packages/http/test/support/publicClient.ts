/** The public API's own client, unmodified, against a server: each answer is checked with its own document. */
import { GitBookAPI } from "@gitbook/api"
import { problems } from "../contract/gitbook.js"

/** The parts of an answer that the next request needs. */
export interface Answered {
  readonly id: string
  readonly title: string
  readonly items: ReadonlyArray<Answered>
  readonly [field: string]: unknown
}

/**
 * Performs an operation by its name, with the parameters of its path and then its query or body. Rejects when the answer
 * has another status than `status`, or not the shape of the public API's document.
 */
export type Call = (operation: string, status: number, ...args: ReadonlyArray<unknown>) => Promise<Answered>

type Method = (...args: ReadonlyArray<unknown>) => Promise<{ readonly status: number; readonly data: unknown }>

/** The client writes some abbreviations in another way than the names of operations. */
const spelling = (operation: string): string => operation.toLowerCase()

/** The client of a server, given only its address and a token. */
export const publicClient = (endpoint: string, authToken: string): Call => {
  // Its own types do not resolve as NodeNext.
  const client: object = new GitBookAPI({ endpoint, authToken } as never) as never
  const methods = new Map<string, Method>()
  for (const group of Object.values(client)) {
    for (const [name, method] of Object.entries<unknown>(typeof group === "object" && group !== null ? group : {})) {
      if (typeof method === "function") methods.set(spelling(name), (...args) => method(...args))
    }
  }
  return async (operation, status, ...args) => {
    const method = methods.get(spelling(operation))
    if (method === undefined) throw new Error(`the client has no ${operation}`)
    const answer = await method(...args)
    if (answer.status !== status) throw new Error(`${operation}: expected ${status}, got ${answer.status}`)
    const found = status === 204 ? [] : problems(operation, status, answer.data)
    if (found.length > 0)
      throw new Error(`${operation}: ${found.slice(0, 5).join("; ")} in ${JSON.stringify(answer.data)}`)
    return answer.data as Answered
  }
}
