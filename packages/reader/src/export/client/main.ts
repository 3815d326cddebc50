/** The script that an exported site loads on the first search. */
import { searchHtml } from "./Searching.js"

Object.assign(globalThis, { lecternSearch: searchHtml })
