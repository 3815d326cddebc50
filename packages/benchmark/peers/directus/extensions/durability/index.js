/** Gives Directus's only connection to SQLite the durability of the others: a write-ahead log, synced at checkpoints. */
export default ({ init }, { database }) => {
  init("app.before", async () => {
    await database.raw("pragma journal_mode = wal")
    await database.raw("pragma synchronous = normal")
    const [{ synchronous }] = await database.raw("pragma synchronous")
    if (synchronous !== 1) throw new Error(`SQLite's synchronous is ${synchronous}`)
  })
}
