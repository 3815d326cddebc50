/** The colouring of code, as readers see it. It is large, and loaded when there is code to colour. */
export { colouredParts } from "@lectern/reader/internal/html/Code"
