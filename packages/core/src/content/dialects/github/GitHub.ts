/** The dialect of GitHub. */
import type { Dialect } from "../Dialect.js"
import { githubOutline } from "./GitHubOutline.js"
import { githubReading } from "./GitHubReading.js"
import { isSidebar } from "./WikiOutline.js"

/** GitHub: folders with READMEs, and wikis. It comes after every dialect that knows a folder by a file of its own. */
export const github: Dialect = {
  reading: githubReading,
  markup: ["alerts", "wiki-links"],
  isCertain: (paths) => [...paths].some(isSidebar),
  outline: githubOutline
}
