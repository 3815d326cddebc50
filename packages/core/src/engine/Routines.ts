/** The periodic work of a server. */

import { specRefreshing } from "../content/openapi-registry/SpecRoutine.js"
import { spacePurging } from "../content/spaces/SpaceRoutine.js"
import { uploadCleaning } from "../content/uploads/UploadRoutine.js"
import { auditCleaning, refusalRecording } from "../operations/audit-events/AuditRoutines.js"
import { blobCollecting } from "../operations/garbage-collection/BlobRoutine.js"
import { secretSealing } from "../operations/key-rotation/SecretRoutine.js"
import { tokenUsing } from "../people/api-tokens/TokenRoutine.js"
import { leaseCleaning } from "../people/rate-limits/LeaseRoutine.js"
import { signInCleaning } from "../people/sign-in/SignInRoutine.js"

/** All routines. Each round of a schedule runs them in this order: blobs last, once they are unreferenced. */
export const routines = [
  spacePurging,
  uploadCleaning,
  signInCleaning,
  leaseCleaning,
  auditCleaning,
  blobCollecting,
  specRefreshing,
  tokenUsing,
  refusalRecording,
  secretSealing
] as const
