/** What a pool and its threads say to each other. */
import type { Piece } from "./Pieces.js"

/** To a thread: a task to run, or that the next piece of a large output can come. */
export type Order = { readonly kind: "run"; readonly task: string; readonly input: unknown } | { readonly kind: "next" }

/** From a thread: which tasks it has, and what came of one; a large output comes in pieces, asked for one by one. */
export type Answer =
  | { readonly kind: "ready"; readonly tasks: ReadonlyArray<string> }
  | { readonly kind: "done"; readonly output: unknown }
  | { readonly kind: "piece"; readonly piece: Piece }
  | { readonly kind: "whole" }
  | { readonly kind: "thrown"; readonly error: string }
