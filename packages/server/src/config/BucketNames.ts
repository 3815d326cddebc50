/** The names of the settings of a bucket. */
import type { SettingName } from "./SettingName.js"

/** The settings of a bucket by name; there is none for its credentials, which command lines would show to everybody. */
export const bucketNames = {
  s3Endpoint: {
    variable: "LECTERN_S3_ENDPOINT",
    flag: "--s3-endpoint",
    value: "url",
    description: "Address of the store that has the buckets of files and backups (default: Amazon S3)."
  },
  s3Region: {
    variable: "LECTERN_S3_REGION",
    flag: "--s3-region",
    value: "region",
    description: "Region of the buckets (default us-east-1)."
  },
  s3Addressing: {
    variable: "LECTERN_S3_ADDRESSING",
    flag: "--s3-addressing",
    value: "where",
    description: "Where URLs have the name of the bucket: path (default with --s3-endpoint) or host.",
    choices: ["path", "host"]
  },
  s3CredentialsFile: {
    variable: "LECTERN_S3_CREDENTIALS_FILE",
    flag: "--s3-credentials-file",
    value: "file",
    description: "File of the credentials, in the format of AWS (default: AWS_ACCESS_KEY_ID and the like)."
  }
} as const satisfies Readonly<Record<string, SettingName>>
