/** Sets an entry of a bounded cache as its newest; the oldest one is evicted if there are more than `most`. */
export const keepNewest = <V>(entries: Map<string, V>, key: string, value: V, most: number): void => {
  entries.delete(key)
  entries.set(key, value)
  const [oldest] = entries.keys()
  if (entries.size > most && oldest !== undefined) entries.delete(oldest)
}
