/** The periodic work of a server. */
import { tokenUsing } from "../api-tokens/TokenRoutine.js"
import { auditCleaning, refusalRecording } from "../audit-events/AuditRoutines.js"
import { blobCollecting } from "../garbage-collection/BlobRoutine.js"
import { specRefreshing } from "../openapi-specs/SpecRoutine.js"
import { leaseCleaning } from "../rate-limits/LeaseRoutine.js"
import { secretSealing } from "../sealed-secrets/SecretRoutine.js"
import { signInCleaning } from "../sign-in/SignInRoutine.js"
import { spacePurging } from "../spaces/SpaceRoutine.js"
import { uploadCleaning } from "../uploads/UploadRoutine.js"

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
