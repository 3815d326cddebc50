import { resources } from "./0002_resources.js"

/** Creates the tables of sites, as {@link resources} did those of its time. */
export const sites = resources
