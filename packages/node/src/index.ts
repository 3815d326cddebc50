/**
 * The ports of an engine on Node: each module by its name.
 * @since 0.1.0
 */

export * as FolderBlobStore from "./blobs/FolderBlobStore.js"
export * as DnsRecords from "./outbound/DnsRecords.js"
export * as GuardedFetch from "./outbound/GuardedFetch.js"
export * as TypstPdf from "./pdf/TypstPdf.js"
export * as KeyFile from "./secrets/KeyFile.js"
export * as Argon2 from "./sign-in/Argon2.js"
export * as OpenId from "./sign-in/OpenId.js"
export * as Smtp from "./sign-in/Smtp.js"
export * as WebAuthn from "./sign-in/WebAuthn.js"
export * as WorkerPool from "./workers/WorkerPool.js"
