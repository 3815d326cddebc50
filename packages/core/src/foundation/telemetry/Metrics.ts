/**
 * The metrics of an engine and its server: one list, which the manual and the dashboard are checked against. Label
 * values come from declarations of the program (operations, tables, tasks), never from callers' input.
 */
import * as Metric from "effect/Metric"
import * as MetricBoundaries from "effect/MetricBoundaries"
import * as MetricLabel from "effect/MetricLabel"

/** A metric as it is declared. */
export interface Declared {
  /** The name under which it is exported; times are in seconds, sizes in bytes. */
  readonly name: string
  readonly kind: "counter" | "gauge" | "histogram"
  readonly labels: ReadonlyArray<string>
  readonly description: string
}

/** Every metric. */
export const metrics = {
  httpRequests: {
    name: "lectern_http_requests_total",
    kind: "counter",
    labels: ["operation", "status"],
    description: "Requests that were answered, by operation and status; 499 is a client that went away."
  },
  httpDuration: {
    name: "lectern_http_request_duration_seconds",
    kind: "histogram",
    labels: ["operation"],
    description: "Time from a request's headers to its answer, bodies that are streamed not included."
  },
  httpInFlight: {
    name: "lectern_http_requests_in_flight",
    kind: "gauge",
    labels: [],
    description: "Requests in progress."
  },
  httpRateLimited: {
    name: "lectern_http_rate_limited_total",
    kind: "counter",
    labels: [],
    description: "Requests refused because a rate limit was used up."
  },
  calls: {
    name: "lectern_calls_total",
    kind: "counter",
    labels: ["call", "outcome"],
    description: "Calls of services, by method and outcome: ok, interrupted, defect, or the tag of the error."
  },
  callDuration: {
    name: "lectern_call_duration_seconds",
    kind: "histogram",
    labels: ["call"],
    description: "Time that calls of services take."
  },
  statements: {
    name: "lectern_storage_statements_total",
    kind: "counter",
    labels: ["table", "class"],
    description: "Statements by table and class: read, scan or write."
  },
  statementDuration: {
    name: "lectern_storage_statement_duration_seconds",
    kind: "histogram",
    labels: ["class"],
    description: "Time that statements take, including the wait of a single write for the write lock."
  },
  transactions: {
    name: "lectern_storage_transactions_total",
    kind: "counter",
    labels: ["outcome"],
    description: "Transactions that ended, by outcome: committed or rolled_back."
  },
  transactionWait: {
    name: "lectern_storage_transaction_wait_seconds",
    kind: "histogram",
    labels: [],
    description: "Time that transactions wait for the write lock before their first statement."
  },
  transactionDuration: {
    name: "lectern_storage_transaction_duration_seconds",
    kind: "histogram",
    labels: [],
    description: "Time that transactions hold the write lock."
  },
  transactionRetries: {
    name: "lectern_storage_transaction_retries_total",
    kind: "counter",
    labels: [],
    description: "Transactions that the storage ran again because of others."
  },
  transactionsWaiting: {
    name: "lectern_storage_transactions_waiting",
    kind: "gauge",
    labels: [],
    description: "Transactions that wait for the write lock."
  },
  storageLibrary: {
    name: "lectern_storage_library",
    kind: "gauge",
    labels: ["library"],
    description: "Always 1; the label is the library behind the storage, and the version of SQLite in it."
  },
  searchDuration: {
    name: "lectern_search_duration_seconds",
    kind: "histogram",
    labels: [],
    description: "Time that the search index takes to rank a query."
  },
  blobBytes: {
    name: "lectern_blob_bytes_total",
    kind: "counter",
    labels: ["direction"],
    description: "Bytes that went into the blob store (in) and came out of it (out)."
  },
  openUploads: {
    name: "lectern_uploads_open",
    kind: "gauge",
    labels: [],
    description: "Uploads that no batch of changes has inserted yet."
  },
  indexNotes: {
    name: "lectern_index_notes",
    kind: "gauge",
    labels: [],
    description: "Pages that search and links have yet to index, in notes of up to 64 pages each."
  },
  cacheLookups: {
    name: "lectern_cache_lookups_total",
    kind: "counter",
    labels: ["cache", "result"],
    description: "Lookups in a cache: hit, confirmed (found true after the storage had changed) or miss."
  },
  tasks: {
    name: "lectern_worker_tasks_total",
    kind: "counter",
    labels: ["task", "outcome"],
    description: "Long computations, by task and outcome."
  },
  taskDuration: {
    name: "lectern_worker_task_duration_seconds",
    kind: "histogram",
    labels: ["task"],
    description: "Time that computations take, including the wait for a worker thread."
  },
  tasksWaiting: {
    name: "lectern_worker_tasks_waiting",
    kind: "gauge",
    labels: [],
    description: "Computations that wait for a worker thread."
  },
  tasksRunning: {
    name: "lectern_worker_tasks_running",
    kind: "gauge",
    labels: [],
    description: "Computations that run in worker threads."
  },
  jobs: {
    name: "lectern_jobs_total",
    kind: "counter",
    labels: ["kind", "outcome"],
    description:
      "Jobs that ended, by kind and outcome. A job that records what went wrong with its import ends with ok."
  },
  jobDuration: {
    name: "lectern_job_duration_seconds",
    kind: "histogram",
    labels: ["kind"],
    description: "Time that jobs take."
  },
  jobsRunning: {
    name: "lectern_jobs_running",
    kind: "gauge",
    labels: ["kind"],
    description: "Jobs that run in this process."
  },
  jobsUnfinished: {
    name: "lectern_jobs_unfinished",
    kind: "gauge",
    labels: ["kind"],
    description: "Unfinished jobs of the workspace, waiting or running, in any process."
  },
  fetches: {
    name: "lectern_outbound_fetches_total",
    kind: "counter",
    labels: ["outcome"],
    description: "Addresses fetched: ok, interrupted, defect, or why nothing came back."
  },
  fetchDuration: {
    name: "lectern_outbound_fetch_duration_seconds",
    kind: "histogram",
    labels: [],
    description: "Time until the response headers of a fetched address arrive, redirects included."
  },
  eventLoopLagMedian: {
    name: "nodejs_eventloop_lag_p50_seconds",
    kind: "gauge",
    labels: [],
    description: "Delay of timers of the event loop: the median since the last reading."
  },
  eventLoopLagP99: {
    name: "nodejs_eventloop_lag_p99_seconds",
    kind: "gauge",
    labels: [],
    description: "The 99th percentile of the same."
  },
  eventLoopLagMax: {
    name: "nodejs_eventloop_lag_max_seconds",
    kind: "gauge",
    labels: [],
    description: "The longest of the same."
  },
  processorTime: {
    name: "process_cpu_seconds_total",
    kind: "counter",
    labels: [],
    description: "Processor time of the process, its threads included."
  },
  residentMemory: {
    name: "process_resident_memory_bytes",
    kind: "gauge",
    labels: [],
    description: "Resident memory of the process."
  },
  heapUsed: {
    name: "nodejs_heap_size_used_bytes",
    kind: "gauge",
    labels: [],
    description: "Heap that JavaScript uses in the main thread."
  }
} as const satisfies { readonly [name: string]: Declared }

const boundaries = MetricBoundaries.fromIterable([
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
])

/** Records a value for given label values, in the order in which the metric declares its labels. */
export type Recorder = (value: number, ...labels: ReadonlyArray<string>) => void

/** The labels of each series of a metric, made once: the registry finds a series by the identity of its labels. */
const labelled = ({ labels }: Declared) => {
  const known = new Map<string, ReadonlyArray<MetricLabel.MetricLabel>>()
  return (values: ReadonlyArray<string>): ReadonlyArray<MetricLabel.MetricLabel> => {
    const key = values.join("\n")
    const found = known.get(key)
    if (found !== undefined) return found
    const made = labels.map((label, i) => MetricLabel.make(label, values[i] ?? ""))
    known.set(key, made)
    return made
  }
}

/** Adds to a counter, which is exported from the start if it has no labels. */
export const counting = (declared: Declared & { readonly kind: "counter" }): Recorder => {
  const { description, name } = declared
  const metric = Metric.counter(name, { description, incremental: true })
  const labelsOf = labelled(declared)
  if (declared.labels.length === 0) metric.unsafeUpdate(0, [])
  return (value, ...labels) => metric.unsafeUpdate(value, labelsOf(labels))
}

/** Records a duration in a histogram. */
export const timing = (declared: Declared & { readonly kind: "histogram" }): Recorder => {
  const metric = Metric.histogram(declared.name, boundaries, declared.description)
  const labelsOf = labelled(declared)
  return (value, ...labels) => metric.unsafeUpdate(value, labelsOf(labels))
}

/** Sets a gauge, and changes one by an amount. */
export const gauging = (
  declared: Declared & { readonly kind: "gauge" }
): { readonly set: Recorder; readonly change: Recorder } => {
  const { description, name } = declared
  const metric = Metric.gauge(name, { description })
  const labelsOf = labelled(declared)
  return {
    set: (value, ...labels) => metric.unsafeUpdate(value, labelsOf(labels)),
    change: (value, ...labels) => metric.unsafeModify(value, labelsOf(labels))
  }
}
