/** What an engine on Node can be given: each module by its name. */

export * as FolderBlobStore from "./blobs/FolderBlobStore.js"
export * as DnsRecords from "./outbound/DnsRecords.js"
export * as GuardedFetch from "./outbound/GuardedFetch.js"
export * as TypstPdf from "./pdf/TypstPdf.js"
export * as WorkerPool from "./workers/WorkerPool.js"
