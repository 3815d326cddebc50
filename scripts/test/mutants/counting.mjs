/** Small functions to mutate: see `mutants.test.mjs`. */

let open = 0

/** The sum of the numbers from 1 to `last`. */
export const sumTo = (last) => {
  let sum = 0
  for (let each = 1; each <= last; each++) sum += each
  return sum
}

/** How often a number is halved until it is 1 or less. */
export const halvings = (number) => {
  let count = 0
  let left = number
  while (left > 1) {
    left = left / 2
    count++
  }
  return count
}

/** The larger number, and the difference; with equal ones, either. */
export const larger = (one, other) => (one < other ? [other, other - one] : [one, one - other])

/** Sorts a number into one of two lists, or into none. */
export const sort = (number, negative, positive) => {
  if (number < 0) negative.push(number)
  else if (number > 0) positive.push(number)
}

/** Opens one more; returns how many are open. */
export const begin = () => {
  open++
  return open
}

/** Closes one. */
export const end = () => {
  open--
}
