/** Prints the progress of a first start: a line for each step, with the time it took. */
const { stderr } = process

/** A step and its duration in columns, like the steps that `packages/server/src/output/Steps.ts` prints. */
export const stepLine = (label, milliseconds) => `${label.padEnd(26)} ${(milliseconds / 1000).toFixed(1).padStart(6)} s`

/**
 * Runs work that may take long. A terminal shows `doing` with the elapsed seconds; anything else gets a single line.
 * When finished, prints `done` with the duration.
 */
export const step = async (doing, done, work) => {
  const started = performance.now()
  const elapsed = () => performance.now() - started
  const draw = () =>
    stderr.write(
      `\r\u001b[2K${`${doing}...`.padEnd(26)} ${Math.floor(elapsed() / 1000)
        .toString()
        .padStart(4)} s`
    )
  if (stderr.isTTY) draw()
  else stderr.write(`${doing}...\n`)
  const timer = stderr.isTTY ? setInterval(draw, 1000) : undefined
  try {
    const result = await work()
    if (stderr.isTTY) stderr.write("\r\u001b[2K")
    stderr.write(`${stepLine(done, elapsed())}\n`)
    return result
  } catch (error) {
    if (stderr.isTTY) stderr.write("\r\u001b[2K")
    throw error
  } finally {
    clearInterval(timer)
  }
}
