/** The numbers of the search index: of the pages and the blocks of a space, and of the parts that have these blocks. */
import { pagesOfBlock } from "@lectern/core/internal/text/search-index/Postings"

/** The maximum number of pages in a space. */
export const pagesOfSpace = 2 ** 24

/** The maximum number of blocks in a space. */
export const blocksOfSpace = pagesOfSpace / pagesOfBlock

/** How many blocks form a part: as many as an integer has bits. */
export const blocksOfPart = 64

/** The maximum number of parts in a space. */
export const partsOfSpace = blocksOfSpace / blocksOfPart

/** The block that a page is in, by the page's id. */
export const blockOf = (page: number): number => Math.floor(page / pagesOfBlock)

/** The part that a block is in. */
export const partOf = (block: number): number => Math.floor(block / blocksOfPart)
