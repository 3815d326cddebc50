/** The messages between a pool and its threads. */
import type { Piece } from "./Pieces.js"

/**
 * To a thread: a task to run, whose input is the pieces before it if it has none, or a request for the next piece of a
 * large output.
 */
export type Order =
  | { readonly kind: "run"; readonly task: string; readonly input?: unknown }
  | { readonly kind: "piece"; readonly piece: Piece }
  | { readonly kind: "next" }

/** From a thread: the tasks it has, or the result of one. A large output is sent in pieces, requested one by one. */
export type Answer =
  | { readonly kind: "ready"; readonly tasks: ReadonlyArray<string> }
  | { readonly kind: "done"; readonly output: unknown }
  | { readonly kind: "piece"; readonly piece: Piece }
  | { readonly kind: "whole" }
  | { readonly kind: "thrown"; readonly error: string }
