/** Reading bytes as they are: as a value of a row they would be sent, and decoded, as text of twice their length. */
import pg from "pg"

/** What a binary `COPY` begins with, before the rows; a row begins with the number of its columns. */
const before = { rows: 19, columns: 2, length: 4 }

/** A `COPY … TO STDOUT (FORMAT binary)` while it runs. */
export class CopyOut extends pg.Query {
  private readonly received: Array<Buffer> = []

  /** Called by `pg` with a part of the answer, whose memory is about to be used again. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.received.push(Buffer.from(chunk))
  }

  /** The first column of the only row, `undefined` if there is no row. */
  get value(): Uint8Array | undefined {
    const all = Buffer.concat(this.received)
    if (all.readInt16BE(before.rows) < 1) return undefined
    const at = before.rows + before.columns
    const start = at + before.length
    return all.subarray(start, start + all.readInt32BE(at))
  }
}

/** The statement that sends what a query selects, one column of at most one row. */
export const copyOf = (query: string): string => `copy (${query}) to stdout (format binary)`
