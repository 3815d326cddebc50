/** Every limit, form and enumeration of the API's inputs. */
import { resources } from "../../people/access/resources.js"
import type { Subject } from "./fields.js"

/** The inputs with bounds. */
export const subjects: ReadonlyArray<Subject> = resources.flatMap(({ bounds = [] }) => bounds)
