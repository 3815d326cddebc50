/** `npm run bench -- capacity`: prints what fleets carry. `--costs FILE` takes the costs from the JSON of `npm run bench`. */
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { costsFrom, measured } from "./Costs.js"
import { tables } from "./Tables.js"

const { values } = parseArgs({ options: { costs: { type: "string" } } })
const costs = values.costs === undefined ? measured : costsFrom(readFileSync(values.costs, "utf8"))
process.stdout.write(`${tables(costs)}\n`)
