/** A worker program with tasks that misbehave. */
import { serve } from "../../dist/workers/Serve.js"

const nested = (depth) => {
  let value = { leaf: true }
  for (let at = 0; at < depth; at++) value = { inside: value }
  return value
}

serve([
  { name: "echo", run: (input) => input },
  { name: "length", run: ({ text }) => text.length },
  { name: "nested", run: ({ depth }) => nested(depth) },
  {
    name: "throw",
    run: () => {
      throw new TypeError("a bug")
    }
  },
  { name: "exit", run: () => process.exit(3) },
  {
    name: "spin",
    run: () => {
      for (;;);
    }
  },
  {
    name: "hog",
    run: () => {
      const kept = []
      for (;;) kept.push(new Array(10_000).fill(kept.length))
    }
  },
  {
    name: "busy",
    run: ({ milliseconds }) => {
      const until = performance.now() + milliseconds
      while (performance.now() < until);
      return milliseconds
    }
  }
])
