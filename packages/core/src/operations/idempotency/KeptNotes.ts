import type { CallNotes, Requirement } from "../../people/access/Requirements.js"

/** The notes of one call. */
export class KeptNotes implements CallNotes {
  private readonly known = new Map<string, Requirement>()
  /** Whether the answer has a secret that is shown to nobody else, or only once. */
  hasSecret = false

  /** Notes a requirement that holds. */
  add(requirement: Requirement): void {
    this.known.set(JSON.stringify(requirement), requirement)
  }

  /** What was required, each once. */
  get required(): ReadonlyArray<Requirement> {
    return [...this.known.values()]
  }
}
