/**
 * Answers that many calls share, with their JSON: a list of objects that have not changed is joined from texts instead
 * of being built and serialized again.
 */

const texts = new WeakMap<object, string>()
const unwritten = ""

/** Freezes an answer, which from now on may be given to several callers. The objects in it must be frozen already. */
export const shareAnswer = <A extends object>(answer: A): A => {
  texts.set(answer, unwritten)
  return Object.freeze(answer)
}

/** The JSON of a value if it is a shared answer, serialized at most once. */
export const sharedText = (value: unknown): string | undefined => {
  if (typeof value !== "object" || value === null) return undefined
  const text = texts.get(value)
  if (text !== unwritten) return text
  const written = JSON.stringify(value)
  texts.set(value, written)
  return written
}
