/** What an exported site loads when somebody searches it. */
import { searchHtml } from "./Searching.js"

Object.assign(globalThis, { lecternSearch: searchHtml })
