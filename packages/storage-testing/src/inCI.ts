/**
 * Whether this is continuous integration. It also runs tests that take long for what they find, beside those of every day
 * that are about the same.
 */
export const inCI = process.env.CI !== undefined
