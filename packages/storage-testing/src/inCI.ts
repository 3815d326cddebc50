/**
 * Whether this is continuous integration. It also runs tests that take long for the errors they find, in addition to
 * the daily tests of the same behaviour.
 */
export const inCI = process.env.CI !== undefined
