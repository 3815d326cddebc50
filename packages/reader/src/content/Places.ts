/** The ids of the places in a page: no two places have the same one. */
import type { ContentNode } from "@lectern/core/internal/text/markdown/ContentNode"
import { gitbookIds } from "@lectern/core/internal/text/markdown/GitBookIds"
import { anchored, elementId } from "@lectern/core/internal/text/markdown/NodeReading"
import type { Reading } from "@lectern/core/internal/text/markdown/Reading"

type Nodes = ReadonlyArray<ContentNode>

/** An id without the prefix of names that are reserved for the page itself. */
const own = (id: string): string => id.replace(/^~+/, "")

const addElementIds = (nodes: Nodes, found: Set<string>): void => {
  for (const node of nodes) {
    const id = elementId(node)
    if (id !== undefined) found.add(own(id))
    addElementIds(node.nodes ?? [], found)
  }
}

/** The ids of a page. */
export class Places {
  readonly #taken = new Set<string>()
  readonly #anchors = new Map<ContentNode, string>()
  #further: ReadonlyMap<ContentNode, string> = new Map()
  /** The id of the page's title. */
  readonly title: string | undefined

  constructor(
    private readonly titleAnchor: string | undefined,
    private readonly reading: Reading
  ) {
    this.title = titleAnchor === undefined ? undefined : this.take(titleAnchor)
  }

  /** The nodes of the page with their headings as the other methods take them. */
  in(nodes: Nodes): Nodes {
    const anchors = new Map<ContentNode, string>()
    const read = anchored(nodes, anchors, this.titleAnchor, this.reading)
    for (const [heading, anchor] of anchors) {
      const id = this.take(anchor)
      if (id !== undefined) this.#anchors.set(heading, id)
    }
    const taken = new Set(this.#taken)
    addElementIds(read, taken)
    this.#further = gitbookIds(anchors, taken)
    for (const id of this.#further.values()) this.#taken.add(id)
    return read
  }

  /** The anchor of a heading. */
  of(heading: ContentNode): string | undefined {
    return this.#anchors.get(heading)
  }

  /** The id that a heading has besides its anchor. */
  furtherOf(heading: ContentNode): string | undefined {
    return this.#further.get(heading)
  }

  /** The id of another place, as it is written; `undefined` if the page has it already. */
  take(written: string): string | undefined {
    const id = own(written)
    if (id === "" || this.#taken.has(id)) return undefined
    this.#taken.add(id)
    return id
  }
}
